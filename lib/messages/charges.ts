import type { DeclineCode } from '@/lib/contract/declines'

const later = '“I cannot take the payment just now. We will contact you.”'
const moment = '“One moment, please.”'
const otherCard =
  '“Your bank did not accept the payment. I can send you a link so that you can use another card.”'
const confirmation =
  '“Your bank wants you to confirm this payment yourself. I will send you a link, it takes a minute.”'

const notConnected = {
  title: 'The account is not connected',
  what: 'The dashboard has no key that the payments service accepts. Nothing was charged.',
  who: 'An owner can connect the account again under Settings.',
  say: later,
}

/** Texts of charging a customer. */
export const charges = {
  one: 'Charge',
  view: 'View charge',
  loading: 'Loading the charge',
  title: (name: string) => `Charge ${name}`,
  linkTo: (name: string) => `Send a link to ${name}`,
  askForCard: 'Ask for a card',
  askForCardLead: 'Makes a payment link. The customer can save the card when they pay on it.',
  pageTitle: (amount: string) => `Charge of ${amount}`,
  open: 'Charge',

  state: {
    DRAFT: 'Not charged',
    SENDING: 'Charging',
    UNKNOWN: 'Not known yet',
    UNRESOLVED: 'Not known yet',
    PAID: 'Paid',
    LINKED: 'Link sent',
    DECLINED: 'Declined',
    RELEASED: 'Not charged',
    GIVEN_UP: 'Given up',
    DISCARDED: 'Not charged',
  },
  meaning: {
    DRAFT: 'Nothing was sent to the bank.',
    SENDING: 'The bank is being asked.',
    UNKNOWN: 'The outcome is not known yet. Nothing is charged a second time meanwhile.',
    UNRESOLVED: 'The payments service does not know the outcome. A person has to look.',
    PAID: 'The money was collected.',
    LINKED: 'A payment link was made for the customer. Nothing was charged.',
    DECLINED: 'The bank declined. Nothing was charged.',
    RELEASED: 'Nothing was charged. The case was closed.',
    GIVEN_UP: 'The outcome stays unknown: the payments service could not be asked any more.',
    DISCARDED: 'Nothing was charged.',
  },

  form: {
    amount: 'Amount',
    amountNet: 'Amount that you receive',
    receive: (net: string, fee: string) => `You receive ${net} after a fee of ${fee}`,
    pays: (gross: string, fee: string) => `The customer pays ${gross}, of which the fee takes ${fee}`,
    typeNet: 'Type what you want to receive',
    typeGross: 'Type what the customer pays',
    noGross: 'The fee takes all of it.',
    description: 'Description',
    descriptionHint: 'The customer sees it on the receipt or on the payment page.',
    how: 'How',
    savedCard: (card: string) => `Saved card ${card}`,
    expires: (expiry: string) => `expires ${expiry}`,
    expired: (expiry: string) => `expired ${expiry}`,
    link: 'Payment link',
    review: 'Review',
    reviewing: 'One moment…',
    createLink: (amount: string) => `Create link for ${amount}`,
    createLinkPlain: 'Create link',
    creating: 'Creating…',
    failed: 'The charge was not prepared',
    linkFailed: 'The link was not made',
    noAnswer: 'No answer came. Press again: the same form never makes two charges.',
    locked: 'The outcome of an earlier charge is not known yet, so the card is locked.',
    lookAtCase: 'Look at that charge',
  },

  review: {
    lead: 'Charges the card now',
    linkLead: 'Makes a payment link. Nothing is charged before the customer pays it.',
    customer: 'Customer',
    phone: 'Phone',
    card: 'Card',
    noCard: 'No saved card is known here',
    description: 'For',
    submit: (amount: string) => `Charge ${amount} now`,
    busy: 'Charging…',
    change: 'Change the amount',
    startOver: 'Begin a new charge',
    restore: 'Restore the customer',
    again: 'Try again',
    similar: 'The same amount was charged a moment ago',
    similarHint: (when: string) =>
      `This customer was charged the same amount ${when}. To charge it once more, type the amount again.`,
    paidSince: 'The same amount was paid since',
    similarPayment: 'Look at that payment',
    similarCharge: 'Look at that charge',
    typeAgain: 'Type the amount again',
    typeAgainWrong: (amount: string) => `Type ${amount} to charge it once more.`,
    noAnswer:
      'No answer reached this page. What became of the charge is being looked up; nothing is charged twice.',
  },

  outcome: {
    paid: 'Paid',
    paidHint: (amount: string, card: string) => `${amount} was collected${card ? ` from ${card}` : ''}.`,
    sayPaid: (amount: string) => `“Thank you, your payment of ${amount} went through.”`,
    tryCard: 'Try the card again',
    payment: 'Show payment',
    receipt: 'Receipt',
    linked: (amount: string) => `Link for ${amount}`,
    linkedHint: 'Nothing is charged yet: the customer pays on this page.',
    message: (merchant: string, amount: string, description: string | null) =>
      description ? `${merchant}: ${description}, ${amount}` : `${merchant}: ${amount}`,
    saveCard: (message: string) => `${message}. You can save your card for the next time when you pay`,
    showLink: 'Show link',
    declined: 'Declined',
    what: 'What happened',
    who: 'Who can fix it',
    say: 'Say to the customer',
    sendLink: (amount: string) => `Send a link for ${amount}`,
    sending: 'Making the link…',
    linkFailed: 'The link was not made',
    sendingTitle: 'Charging the card',
    sendingHint: 'The bank usually answers within seconds. This page shows its answer, also after a reload.',
    successorLink: 'Show the charge that came in its place',
    successorOfDecline: 'A link for the same amount took its place',
    inItsPlace: (state: string) => `A new charge came in its place. Its state: ${state}.`,
    requestId: (id: string) => `Request ${id}`,
    support: 'Copy for support',
  },

  /** Safe to say on the phone: never reveals a suspicion of the bank. */
  say: {
    generic_decline: otherCard,
    insufficient_funds: otherCard,
    lost_card: otherCard,
    stolen_card: otherCard,
    restricted_card: otherCard,
    card_not_supported: otherCard,
    fraudulent: otherCard,
    expired_card:
      '“The card we have has expired. I will send you a link so that you can enter your new one.”',
    incorrect_cvc: '“The card could not be verified. I will send you a link so that you can enter it again.”',
    incorrect_details:
      '“The details of the card do not match. I will send you a link so that you can enter it again.”',
    amount_not_accepted: '“Our card processor does not take this amount. I will send you another one.”',
    duplicate_transaction: '“It looks as if you have paid this already. Let me look for that payment first.”',
    processing_error:
      '“Your bank could not process it just now. We can try again in some minutes, or I send you a link.”',
    authentication_required: confirmation,
    authentication_failed: confirmation,
  } satisfies Record<DeclineCode, string>,

  /** Responses that mean that nothing was executed. */
  refused: {
    no_saved_card: {
      title: 'No saved card',
      what: 'The payments service has no saved card of this customer. Nothing was charged.',
      who: 'The customer can pay by a link and save the card there.',
      say: '“I will send you a link. You can save your card there for the next time.”',
    },
    customer_archived: {
      title: 'Customer archived',
      what: 'This customer is archived, and archived customers are not charged. Nothing was charged.',
      who: 'You can restore the customer on the customer’s page, then charge again.',
      say: '“One moment, I have to update your record first.”',
    },
    charges_disabled: {
      title: 'Charges are switched off',
      what: 'The payments service does not accept charges of this account. Nothing was charged.',
      who: 'The account’s owner has to ask the payments service.',
      say: later,
    },
    rate_limited: {
      title: 'Too many requests',
      what: 'The payments service asks to slow down. Nothing was charged.',
      who: 'You can try again in a moment.',
      say: moment,
    },
    invalid_api_key: notConnected,
    account_disconnected: notConnected,
    resource_not_found: {
      title: 'Unknown customer',
      what: 'The payments service does not know this customer. Nothing was charged.',
      who: 'You can look the customer up again, or create them anew.',
      say: '“One moment, I have to look you up again.”',
    },
    invalid_parameters: {
      title: 'Refused',
      what: 'The payments service does not accept this amount or description. Nothing was charged.',
      who: 'You can begin a new charge with other values.',
      say: moment,
    },
    host_unreachable: {
      title: 'The payments service was not reached',
      what: 'The connection could not be made, so nothing was sent and nothing was charged.',
      who: 'You can try again in a moment.',
      say: moment,
    },
  },
  refusedOther: (code: string) => ({
    title: 'Refused',
    what: `The payments service refused the charge (${code}). Nothing was charged.`,
    who: 'You can try again, or contact the payments service with the request ID.',
    say: moment,
  }),

  case: {
    title: 'Not known yet',
    lead: 'The connection broke off before the outcome was known.',
    /** Shown as long as the money may have been collected or may still be. */
    warning: 'Do not charge in another way: the money may have been collected.',
    repeating:
      'The same request is repeated under the same key until its answer is final. It cannot take effect twice.',
    stuck: 'The payments service could not find out the outcome and will not try again.',
    ended: 'The request is not repeated any more, so that it cannot take effect late.',
    say: '“The connection broke off. I am checking whether it went through, so that you are not charged twice.”',
    tried: 'What was tried',
    attempts: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
    matches: 'Payments that may be it',
    matchesHint: 'Same customer and amount, within 15 minutes. Looked for again every 10 seconds.',
    none: 'There is none so far.',
    looking: 'Looking for its payments…',
    partly:
      'Not every payment of this customer could be read, so it is not known whether one is the charge’s, and nothing can be charged again. Contact the payments service with the request ID.',
    noList: 'The payments service did not list its payments. They are looked for again.',
    attach: 'It went through: attach',
    attaching: 'Attaching…',
    retryCharge: 'Ask again',
    asking: 'Asking…',
    retryHint:
      'Sends the same request again under its key. If it was never carried out, it is carried out now; if it was, you get its outcome.',
    release: 'It did not: charge again',
    releasing: 'One moment…',
    releaseHint:
      'Closes the case as not charged and opens the same charge for review, under a new key. Leave it if none is wanted.',
    waitPending:
      'A payment is still pending. It ends within minutes; until then nothing can be charged again.',
    waitAnswer: 'Nothing can be made again before the payments service has given its last answer.',
    giveUp: 'Give up this case',
    givingUp: 'Giving up…',
    giveUpTitle: 'Give up this case?',
    giveUpLead: (amount: string) =>
      `It stays unknown for good whether ${amount} was collected from this customer. The case cannot be opened again, and no other charge comes in its place. Check your bank statement first.`,
    giveUpHint:
      'The payments service cannot be asked about this charge: the account is disconnected, or it refuses or does not answer.',
    keep: 'Keep the case',
    failed: 'The case was not closed',
    show: 'Open the case',
  },

  /** Texts of a case about a link: it takes no money by itself, so the only risk is a second link. */
  linkCase: {
    open: 'It is not known yet whether a payment link was made.',
    lead: 'The connection broke off before the payments service answered. Nothing was charged; a payment link may have been made.',
  },

  cases: {
    title: 'Open cases',
    lead: 'Charges of which nobody knows yet whether money was collected. Each locks its customer’s card until it is closed.',
    loading: 'Loading the open cases',
    none: 'No open cases',
    noneHint: 'The outcome of every charge is known.',
    state: 'State',
    count: (count: number, written: string) =>
      count === 1 ? '1 charge has no known outcome' : `${written} charges have no known outcome`,
    rail: (count: number) => (count === 1 ? '1 open case' : `${count} open cases`),
  },
  by: 'By',
  requests: 'Requests',
  at: 'When',
  support: {
    payment: 'Payment',
    link: 'Link',
    created: 'Created',
    request: 'Request',
    problem: 'Last answer',
    decline: 'Decline code',
  },
} as const
