/** No mail takes longer to hand over. */
export const SEND_MAX_MS = 45_000
/** Longer than any send: no other worker takes a mail that is still being sent. */
export const MAIL_LEASE_MS = SEND_MAX_MS + 10_000

/** One mail to one address. */
export interface MailMessage {
  /** The same for every try: a receiver recognizes a second copy by it. */
  id: string
  to: string
  subject: string
  text: string
  /** Absent = plain text alone. */
  html?: string
}

/** A way to somebody's mailbox. */
export interface Mailer {
  /** `SHOWN` where `operator outbox` lists mail that nobody sends. */
  outcome: 'SENT' | 'SHOWN'
  /** Hands a mail over once. Throws MailRefused or MailFailed where it did not leave. */
  send(message: MailMessage): Promise<void>
}

/** The server does not know the recipient: no other try succeeds. */
export class MailRefused extends Error {}

/** The mail did not leave; another try may succeed. */
export class MailFailed extends Error {}
