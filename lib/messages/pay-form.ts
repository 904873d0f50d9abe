/** Errors of a security code: for an unknown brand, and by the number of digits of a known one. */
export const codeDigits = {
  cvc: 'Enter its 3 or 4 digits.',
  'cvc.digits_3': 'Enter the 3 digits on the back of the card.',
  'cvc.digits_4': 'Enter the 4 digits on the front of the card.',
} as const

/** Errors of a card's fields on every page that takes one. */
export const cardProblems = {
  number: 'Check the card number: a digit is wrong or missing.',
  'number.invalid_characters': 'The card number has digits only.',
  'number.not_test_card': 'This is not a test card. Pick one below.',
  expiry: 'Enter it like 04 / 29.',
  'expiry.required': 'Enter the expiry date.',
  'expiry.expired': 'This card has expired. Use another one.',
  ...codeDigits,
  'cvc.required': 'Enter the security code.',
  payment_method: 'Check the card details.',
  'payment_method.loading': 'The card fields have not loaded. Wait a moment, or load this page again.',
} as const

/**
 * Client-side texts of the payer's form; the other texts of the payer's pages are in `pay`, which the form does not load.
 */
export const payForm = {
  byCard: 'Pay by card',
  name: 'Name on the card',
  email: 'E-mail',
  number: 'Card number',
  expiry: 'Expiry',
  expiryHint: 'MM / YY',
  emailNote: 'optional, so the shop can write to you',
  cvc: 'Security code',
  cvcAgain: 'Enter it again.',
  submit: (amount: string) => `Pay ${amount}`,
  busy: 'Paying…',
  keepOpen: 'Do not close this page.',
  secure: 'Your card number is passed on to the bank and never stored here.',
  saveCard: (merchant: string) => `Save this card for ${merchant}`,
  saveCardNote: (merchant: string) =>
    `${merchant} may then charge it for later payments without asking you for it again. Only the bank keeps its number.`,
  /** Messages by field and code of `checkCardForm`; an unknown code is shown with the field's own message. */
  problems: {
    ...cardProblems,
    'number.required': 'Enter the card number.',
    name: 'Enter your name as it is on the card.',
    'name.too_long': 'The name is too long.',
    email: 'Enter an e‑mail address such as ana@example.com.',
  } as Readonly<Record<string, string>>,
  wrongAddress: {
    title: 'This address cannot take payments',
    text: 'You were not charged. Open the link exactly as it was sent to you and try again.',
  },
  tooManyTitle: 'Wait a moment',
  tooMany: (seconds: number) =>
    `Too many tries from your connection. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again. You were not charged.`,
  declinedTitle: 'The payment was declined',
  declinedText: (why: string) => `You were not charged. ${why}`,
  declined: 'Your bank declined this card. Try another card, or call your bank.',
  /** Messages about this press only: an earlier one may have arrived. */
  offline: {
    title: 'You are offline',
    text: 'Nothing was sent this time. Press the button again once you are back online.',
  },
  lostTitle: 'The connection was lost',
  lost: 'We do not know whether your payment arrived. Press the button again: you cannot be charged twice for it.',
  bankDownTitle: 'The bank cannot be reached',
  bankDown: 'Nothing was charged. Try again in a minute.',
  /** Text on the mark of a brand: few letters, because we draw the marks ourselves. */
  brandMarks: {
    amex: 'AMEX',
    diners: 'DC',
    discover: 'DISC',
    jcb: 'JCB',
    unionpay: 'UP',
    mastercard: 'MC',
    visa: 'VISA',
  },
  testName: 'Test Payer',
} as const
