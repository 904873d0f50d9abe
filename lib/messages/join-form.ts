import { cardProblems } from './pay-form'

const consented = 'Enter the card, or untick the box below.'

/** Client-side texts of the forms of the public sign-up page; the other texts are in `join`, which they do not load. */
export const joinForm = {
  yourDetails: 'Your details',
  name: 'Name',
  phone: 'Phone',
  phoneHint: 'From another country? Start with + and the country code.',
  email: 'E-mail',
  optional: 'optional',
  card: 'Add a card',
  cardLead: (merchant: string) => `${merchant} won’t need to ask for it at every payment.`,
  cardConsent: (merchant: string) => `Save this card for ${merchant}`,
  cardConsentNote: (merchant: string) =>
    `I agree that ${merchant} charges it for what I order. Only the bank keeps its number.`,
  consent: (merchant: string) => `${merchant} may keep my details`,
  consentNote: (merchant: string) =>
    `I agree that ${merchant} uses my name, phone and e‑mail to recognize me, contact me about orders and send me payment links.`,
  submit: 'Sign up',
  busy: 'Sending…',
  secure: 'Your card number goes to the bank. We never store it.',
  /** By field and code; an unknown code is shown with the field's own message. */
  problems: {
    name: 'Enter your name.',
    'name.too_long': 'The name is too long.',
    'name.invalid_characters': 'Remove special characters from the name.',
    phone: 'Enter your phone number: 6 to 15 digits.',
    email: 'Enter an e‑mail address such as ana@example.com, or leave it empty.',
    ...cardProblems,
    'number.required': 'Enter the card number, or leave all card fields empty.',
    'number.consented': consented,
    'payment_method.consented': consented,
    card_consent: 'Agree to save the card, or leave all card fields empty.',
    consent: 'Check this box so that we can save your details.',
  } as Readonly<Record<string, string>>,
  tooManyTitle: 'Wait a moment',
  tooMany: (seconds: number) =>
    `Too many tries from your connection. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again. Nothing was saved.`,
  lostTitle: 'The connection was lost',
  lost: 'We don’t know whether it arrived. Press the button again: nothing happens twice.',
  declinedTitle: 'The card was declined',
  declined: (why: string) => `Nothing was saved. ${why}`,
  bankDownTitle: 'We can’t reach the bank',
  bankDown: 'Nothing was saved. Try again in a minute, or sign up without a card.',
  code: 'Code',
  codeHint: '6 digits, valid for 10 minutes',
  codeSubmit: 'Replace my card',
  codeBusy: 'Checking…',
  codeMissing: 'Enter the 6 digits.',
  codeWrong: 'This code doesn’t match or has expired. Use the one in your latest message.',
} as const
