import { nothing, refundStates } from './refund-states'

/** Texts of refunding a payment. */
export const refunds = {
  ...refundStates,
  one: 'Refund',
  dialog: 'Refund payment',
  loading: 'Loading the refund',
  nothingLeft: 'Nothing of this payment can be refunded: it was refunded, or is not approved.',
  disputed:
    'The bank has taken this money back already. Do not refund it another way: the payer would have it twice.',
  gone: 'This refund is not one of this payment.',

  form: {
    amount: 'Amount',
    ofLeft: (amount: string, left: string) => `Refund ${amount} of ${left}`,
    tooMuch: (left: string) => `At most ${left} is left of this payment.`,
    reason: 'Reason',
    note: 'Note',
    noteHint: 'The payer does not see it.',
    review: 'Review',
    reviewing: 'One moment…',
    failed: 'The refund was not prepared',
    noAnswer: 'No answer came. Press again: the same form never makes two refunds.',
    waits: 'The outcome of an earlier refund of this payment is not known yet.',
  },

  review: {
    lead: 'Refunds the payer now. This cannot be taken back.',
    payer: 'Payer',
    card: 'Card',
    noCard: 'The card that was used',
    when: 'When',
    whenValue: 'The payer sees it in 5 to 10 business days',
    cost: 'Cost',
    taken: (amount: string) => `${amount} comes out of your next settlement.`,
    fee: (fee: string) => `The payment’s own fee of ${fee} stays taken.`,
    feeUnknown: 'The payment’s own fee stays taken.',
    submit: (amount: string) => `Refund ${amount}`,
    busy: 'Refunding…',
    change: 'Change',
    again: 'Try again',
    failed: nothing,
    /** The amount was refunded a moment ago. */
    similar: 'The same amount of this payment was refunded a moment ago',
    typeAgain: 'Type the amount again',
    typeAgainWrong: (amount: string) => `Type ${amount} to refund it once more.`,
    noAnswer:
      'No answer reached this page. What became of the refund is looked up; nothing is refunded twice.',
  },

  outcome: {
    feeReturned: (fee: string) => `${fee} of the fee came back to you.`,
    declineCode: (code: string) => `Reason of the bank: ${code.replaceAll('_', ' ')}.`,
    another: 'Begin another refund',
    requestId: (id: string) => `Request ${id}`,
    done: 'Done',
  },

  /** Answers after which nothing was carried out. */
  refused: {
    payment_not_approved: 'Only an approved payment can be refunded.',
    nothing_to_refund: 'The whole payment was refunded already, or its refunds are under way.',
    payment_disputed:
      'The payer disputed this payment at the bank, which has taken the money back. It cannot be refunded as well.',
    invalid_parameters: 'Less than this amount is left of the payment. Change the amount.',
    insufficient_scope:
      'The dashboard’s key may not refund. Connect the account with a key of a wider scope.',
    charges_disabled: 'The payments service does not accept refunds of this account. Contact it.',
    rate_limited: 'The payments service asks to slow down. Try again in a moment.',
    invalid_api_key: 'The payments service does not accept the dashboard’s key. Connect the account again.',
    account_disconnected: 'This account is disconnected. Connect it again under Settings, Connections.',
    resource_not_found: 'The payments service does not know this payment, or makes no refunds.',
    host_unreachable: 'The payments service was not reached. Try again in a moment.',
  },
  refusedOther: (code: string) => `The payments service refused the refund (${code}).`,

  /** Refusal of the limit of support; `limit` null if support may not refund. */
  limit: (limit: string | null, used: string) =>
    limit === null
      ? `Support may not refund in this account. Ask an owner or admin to make this refund. ${nothing}`
      : `Support may refund ${limit} a day in this account, and ${used} of it is used today. Ask an owner or admin to make this refund, or an owner to raise the limit. ${nothing}`,

  settings: {
    title: 'Daily refund limit for Support',
    lead: 'Shared by everyone with the Support role. Owners and admins have no limit.',
    label: 'Limit per day',
    choices: (amount: string) => ({ none: 'No limit', upTo: `Up to ${amount} a day`, never: 'No refunds' }),
    save: 'Save limit',
    saving: 'Saving…',
    saved: 'Limit saved',
    failed: 'The limit wasn’t changed',
  },
} as const
