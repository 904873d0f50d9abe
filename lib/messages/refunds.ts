import { nothing, refundStates } from './refund-states'

/** Texts of refunding a payment. */
export const refunds = {
  ...refundStates,
  one: 'Refund',
  dialog: 'Refund payment',
  loading: 'Loading the refund',
  nothingLeft: 'There’s nothing left to refund.',
  disputed: 'The bank already took this money back. Don’t refund it another way.',
  gone: 'This refund belongs to another payment.',

  form: {
    amount: 'Amount',
    ofLeft: (amount: string, left: string) => `Refund ${amount} of ${left}`,
    tooMuch: (left: string) => `Enter at most ${left}.`,
    reason: 'Reason',
    note: 'Note',
    noteHint: 'For your team only.',
    review: 'Review',
    reviewing: 'One moment…',
    failed: 'The refund wasn’t prepared',
    noAnswer: 'No response yet. Try again: the same form never refunds twice.',
    waits: 'We don’t know the outcome of an earlier refund yet.',
  },

  review: {
    lead: 'Refunds the payer now. You can’t undo this.',
    payer: 'Payer',
    card: 'Card',
    noCard: 'The card that was used',
    when: 'When',
    whenValue: 'The payer sees it in 5 to 10 business days',
    cost: 'Cost',
    taken: (amount: string) => `${amount} comes out of your next settlement.`,
    fee: (fee: string) => `The payment’s fee of ${fee} isn’t returned.`,
    feeUnknown: 'The payment’s fee isn’t returned.',
    submit: (amount: string) => `Refund ${amount}`,
    busy: 'Refunding…',
    change: 'Change',
    again: 'Try again',
    failed: nothing,
    similar: 'You refunded the same amount a moment ago',
    typeAgain: 'Type the amount again',
    typeAgainWrong: (amount: string) => `Type ${amount} to refund it once more.`,
    noAnswer: 'No response yet. We’re checking the refund; nothing is refunded twice.',
  },

  outcome: {
    feeReturned: (fee: string) => `${fee} of the fee came back to you.`,
    declineCode: (code: string) => `Bank’s reason: ${code.replaceAll('_', ' ')}.`,
    another: 'Start another refund',
    done: 'Done',
  },

  /** Refusals, after which nothing was refunded. */
  refused: {
    payment_not_approved: 'You can refund only approved payments.',
    nothing_to_refund: 'The whole payment is refunded, or its refunds are on their way.',
    payment_disputed: 'The payer disputed this payment, and the bank took the money back.',
    invalid_parameters: 'Less than this amount is left. Enter a smaller one.',
    insufficient_scope: 'The dashboard’s key can’t refund. Connect the account with a key that can.',
    charges_disabled: 'The payments service doesn’t refund for this account. Contact it.',
    rate_limited: 'Too many requests. Try again in a moment.',
    invalid_api_key: 'The payments service refused the dashboard’s key. Connect the account again.',
    account_disconnected: 'This account is disconnected. Connect it again under Settings, Connections.',
    resource_not_found: 'The payments service doesn’t know this payment, or doesn’t refund.',
    host_unreachable: 'We couldn’t reach the payments service. Try again in a moment.',
  },
  refusedOther: (code: string) => `The payments service refused the refund (${code}).`,

  /** Refusal of the limit of support; `limit` null if support may not refund. */
  limit: (limit: string | null, used: string) =>
    limit === null
      ? `Support can’t refund in this account. Ask an owner or admin. ${nothing}`
      : `Support can refund ${limit} a day, and ${used} is used today. Ask an owner or admin. ${nothing}`,

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
