/** No mail takes longer to hand over. */
export const SEND_MAX_MS = 45_000
/** Longer than any send: no other worker takes a mail that is still being sent. */
export const MAIL_LEASE_MS = SEND_MAX_MS + 10_000

/** One mail to one address. */
interface MailMessage {
  /** Constant across retries, so that a receiver recognizes a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  /** Absent = plain text only. */
  html?: string
}

/** A transport for mail. */
export interface Mailer {
  /** `SHOWN` if mail is not sent, but listed by `operator outbox`. */
  outcome: 'SENT' | 'SHOWN'
  /** Hands over a mail once. Throws MailRefused or MailFailed if it was not accepted. */
  send(message: MailMessage): Promise<void>
}

/** Error of a recipient that the server does not know: a retry cannot succeed. */
export class MailRefused extends Error {}

/** Error of a mail that was not sent; a retry may succeed. */
export class MailFailed extends Error {}
