/** Errors of a security code: for an unknown brand, and by the number of digits of a known one. */
export const codeDigits = {
  cvc: 'Enter 3 or 4 digits.',
  'cvc.digits_3': 'Enter the 3 digits on the back of the card.',
  'cvc.digits_4': 'Enter the 4 digits on the front of the card.',
} as const

/** Errors of a card's fields on every page that takes one. */
export const cardProblems = {
  number: 'Check the card number: a digit is wrong or missing.',
  'number.invalid_characters': 'Enter digits only.',
  'number.not_test_card': 'This is not a test card. Pick one below.',
  expiry: 'Enter the expiry like 04 / 29.',
  'expiry.required': 'Enter the expiry date.',
  'expiry.expired': 'This card has expired. Use another one.',
  ...codeDigits,
  'cvc.required': 'Enter the security code.',
  payment_method: 'Check the card details.',
  'payment_method.loading': 'The card fields haven’t loaded. Wait a moment, or reload this page.',
} as const

/**
 * Client-side texts of the payer's form; the other texts of the payer's pages are in `pay`, which the form does not load.
 */
export const payForm = {
  byCard: 'Pay by card',
  name: 'Name on the card',
  email: 'E-mail (optional)',
  number: 'Card number',
  expiry: 'Expiry',
  expiryHint: 'MM / YY',
  cvc: 'Security code',
  cvcAgain: 'Enter it again.',
  submit: (amount: string) => `Pay ${amount}`,
  busy: 'Paying…',
  keepOpen: 'Don’t close this page.',
  secure: 'Your card number goes to the bank. We never store it.',
  saveCard: (merchant: string) => `Save this card for ${merchant}`,
  saveCardNote: (merchant: string) =>
    `${merchant} can then charge it for later payments. Only the bank keeps its number.`,
  /** Messages by field and code of `checkCardForm`; an unknown code is shown with the field's own message. */
  problems: {
    ...cardProblems,
    'number.required': 'Enter the card number.',
    name: 'Enter the name on the card.',
    'name.too_long': 'The name is too long.',
    email: 'Enter an e‑mail address such as ana@example.com.',
  } as Readonly<Record<string, string>>,
  wrongAddress: {
    title: 'This address cannot take payments',
    text: 'You were not charged. Open the link exactly as it was sent to you.',
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
    text: 'Nothing was sent. Press the button again once you’re back online.',
  },
  lostTitle: 'The connection was lost',
  lost: 'We don’t know whether your payment arrived. Press the button again: you can’t be charged twice.',
  bankDownTitle: 'We can’t reach the bank',
  bankDown: 'Nothing was charged. Try again in a minute.',
  /** Text on the mark of a brand: few letters, because we draw the marks ourselves. */
  brandMarks: {
    visa: 'VISA',
    mastercard: 'MC',
    amex: 'AMEX',
    discover: 'DISC',
    diners: 'DC',
    jcb: 'JCB',
    unionpay: 'UP',
  },
  testName: 'Test Payer',
} as const
