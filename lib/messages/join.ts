import { joinForm } from './join-form'

/** Texts of the public sign-up page. None may reveal whether a phone or an e-mail is registered. */
export const join = {
  ...joinForm,
  titleFor: (merchant: string) => `Sign up with ${merchant}`,
  title: 'Sign up',
  lead: (merchant: string) => `Leave your details once, and ${merchant} can send you payment links.`,
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
  savedTitle: 'Your card was replaced',
  saved: (merchant: string) => `${merchant} now has the new card.`,
  closedTitle: 'Nobody can sign up right now',
  closed: (merchant: string) => `${merchant} does not take new customers here at the moment.`,
  notFoundTitle: 'There is no such sign-up page',
  notFound: 'The address may be incomplete. Ask the sender for the whole link.',
  codeMessage: (merchant: string, code: string) =>
    `${code} is your code to save a new card with ${merchant}. It is good for 10 minutes. Do not share it.`,
} as const
