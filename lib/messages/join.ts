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
    `Signed up before with this phone or e‑mail? Then nothing changed. To change something, ask ${merchant}.`,
  knownAsk: (merchant: string) =>
    `Signed up before with this phone or e‑mail? Then your card didn’t change. To change it, ask ${merchant}.`,
  doneFirst: 'If this was your first time, your card is saved.',
  knownCode: 'Signed up before? Replace your card',
  knownCodeText: (merchant: string) =>
    `Enter the code we sent to your phone to replace your earlier card. No code? Ask ${merchant}.`,
  /** Shown in test mode, which sends no messages. */
  codeTestMode: 'Test mode shows messages instead of sending them: run “npm run -s operator -- outbox”.',
  savedTitle: 'Your card was replaced',
  saved: (merchant: string) => `${merchant} now has the new card.`,
  closedTitle: 'Sign-up is closed',
  closed: (merchant: string) => `${merchant} takes no new customers here right now.`,
  notFoundTitle: 'We can’t find this sign-up page',
  notFound: 'The address may be incomplete. Ask the sender for the whole link.',
  codeMessage: (merchant: string, code: string) =>
    `${code} is your code to save a new card with ${merchant}. It works for 10 minutes. Don’t share it.`,
} as const
