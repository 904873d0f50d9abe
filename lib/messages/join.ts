import { codeDigits } from './pay-form'

/** Texts of the public sign-up page. None may reveal whether a phone or an e-mail is registered. */
export const join = {
  titleFor: (merchant: string) => `Sign up with ${merchant}`,
  title: 'Sign up',
  lead: (merchant: string) => `Leave your details once, and ${merchant} can send you payment links.`,
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
    number: 'Check the card number: a digit is wrong or missing.',
    'number.required': 'Enter the card number, or leave the whole card empty.',
    'number.consented': 'Enter the card, or untick the box below.',
    'number.invalid_characters': 'The card number has digits only.',
    'number.not_test_card': 'This is not a test card. Pick one below.',
    expiry: 'Enter it like 04 / 29.',
    'expiry.required': 'Enter the expiry date.',
    'expiry.expired': 'This card has expired. Use another one.',
    ...codeDigits,
    'cvc.required': 'Enter the security code.',
    card_consent: 'Agree to have the card saved, or leave the whole card empty.',
    consent: 'Without this your details cannot be kept.',
  } as Readonly<Record<string, string>>,
  tooManyTitle: 'Wait a moment',
  tooMany: (seconds: number) =>
    `Too many tries from your connection. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again. Nothing was saved.`,
  lostTitle: 'The connection was lost',
  lost: 'We do not know whether it arrived. Press the button again: nothing is done twice.',
  bankDownTitle: 'The bank cannot be reached',
  bankDown: 'Nothing was saved. Try again in a minute, or sign up without a card.',
  doneTitle: 'Thank you!',
  done: (merchant: string) => `${merchant} has your details.`,
  /** Shown whether the address is registered or not. */
  knownPlain: (merchant: string) =>
    `Had you signed up before, with this phone or e‑mail? Then nothing was changed: to change something, ask ${merchant}.`,
  knownAsk: (merchant: string) =>
    `Had you signed up before, with this phone or e‑mail? Then your card was not changed: to change it, ask ${merchant}.`,
  doneFirst: 'If this was your first time, your card is saved and you are done.',
  knownCode: 'Signed up before? Replace your card',
  knownCodeText: (merchant: string) =>
    `Your earlier card is replaced only once you enter the code that we have sent to your phone. No code? Ask ${merchant}.`,
  /** Shown in test mode, which sends no messages. */
  codeTestMode:
    'Test mode: no message is sent. The operator of this service reads the code with “npm run -s operator -- outbox”.',
  code: 'Code',
  codeHint: '6 digits, good for 10 minutes',
  codeSubmit: 'Replace my card',
  codeBusy: 'Checking…',
  codeMissing: 'Enter the 6 digits.',
  codeWrong: 'This code is not right, or it is no longer good. Look at the last message that you got.',
  savedTitle: 'Your card was replaced',
  saved: (merchant: string) => `${merchant} now has the new card.`,
  closedTitle: 'Nobody can sign up right now',
  closed: (merchant: string) => `${merchant} does not take new customers here at the moment.`,
  notFoundTitle: 'There is no such sign-up page',
  notFound: 'The address may be incomplete. Ask the sender for the whole link.',
  codeMessage: (merchant: string, code: string) =>
    `${code} is your code to save a new card with ${merchant}. It is good for 10 minutes. Do not share it.`,
} as const
