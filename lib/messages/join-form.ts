import { cardProblems } from './pay-form'

const consented = 'Enter the card, or untick the box below.'

/** Client-side texts of the forms of the public sign-up page; the other texts are in `join`, which they do not load. */
export const joinForm = {
  yourDetails: 'Your details',
  name: 'Name',
  phone: 'Phone',
  phoneHint: 'For a number from another country, begin with + and the country code.',
  email: 'E-mail',
  optional: 'optional',
  card: 'Add a card',
  cardLead: (merchant: string) => `So that ${merchant} need not ask you for it at every payment.`,
  cardConsent: (merchant: string) => `Save this card for ${merchant}`,
  cardConsentNote: (merchant: string) =>
    `I agree that ${merchant} charges it for what I order, without asking for the card again. Only the bank keeps its number.`,
  consent: (merchant: string) => `${merchant} may keep my details`,
  consentNote: (merchant: string) =>
    `I agree that ${merchant} uses my name, phone and e‑mail to know me as its customer, to write to me about my orders and to send me payment links.`,
  submit: 'Sign up',
  busy: 'Sending…',
  secure: 'A card number is passed on to the bank and never stored here.',
  /** By field and code; an unknown code is shown with the field's own message. */
  problems: {
    name: 'Enter your name.',
    'name.too_long': 'The name is too long.',
    'name.invalid_characters': 'The name has a character that cannot be kept.',
    phone: 'Enter your phone number: 6 to 15 digits.',
    email: 'Enter an e‑mail address such as ana@example.com, or leave it empty.',
    ...cardProblems,
    'number.required': 'Enter the card number, or leave the whole card empty.',
    'number.consented': consented,
    'payment_method.consented': consented,
    card_consent: 'Agree to have the card saved, or leave the whole card empty.',
    consent: 'Without this your details cannot be kept.',
  } as Readonly<Record<string, string>>,
  tooManyTitle: 'Wait a moment',
  tooMany: (seconds: number) =>
    `Too many tries from your connection. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again. Nothing was saved.`,
  lostTitle: 'The connection was lost',
  lost: 'We do not know whether it arrived. Press the button again: nothing is done twice.',
  declinedTitle: 'The card was declined',
  declined: (why: string) => `Nothing was saved. ${why}`,
  bankDownTitle: 'The bank cannot be reached',
  bankDown: 'Nothing was saved. Try again in a minute, or sign up without a card.',
  code: 'Code',
  codeHint: '6 digits, good for 10 minutes',
  codeSubmit: 'Replace my card',
  codeBusy: 'Checking…',
  codeMissing: 'Enter the 6 digits.',
  codeWrong: 'This code is not right, or it is no longer good. Look at the last message that you got.',
} as const
