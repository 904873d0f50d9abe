import { createTransport } from 'nodemailer'
import { type Environment, isLoopback, mayShowMessages } from '@/lib/platform/env'

/** No mail takes longer to hand over. */
const SEND_MAX_MS = 45_000
/** Longer than any send: no other worker takes a mail that is still being sent. */
export const MAIL_LEASE_MS = SEND_MAX_MS + 10_000

interface MailMessage {
  /** Constant across retries, so that a receiver recognizes a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  /** Absent = plain text only. */
  html?: string
}

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

type MailSettings = Pick<Environment, 'MAIL_URL' | 'MAIL_FROM' | 'TEST_MODE' | 'HOST' | 'WEB_URL'> &
  Partial<Pick<Environment, 'STRIPE_API_BASE'>>

/** Returns whether this deployment sends or shows mail; without either, every flow that needs mail is off. */
export function hasMail(env: MailSettings): boolean {
  return env.MAIL_URL !== undefined || mayShowMessages(env)
}

/** Returns whether this deployment shows its mail instead of sending it. */
export function showsMail(env: MailSettings): boolean {
  return env.MAIL_URL === undefined && mayShowMessages(env)
}

/** Returns the mailer of this deployment: SMTP, or one that shows mail on loopback; null without either. */
export function openMailer(env: MailSettings): Mailer | null {
  if (env.MAIL_URL && env.MAIL_FROM) return smtpMailer({ url: env.MAIL_URL, from: env.MAIL_FROM })
  return mayShowMessages(env) ? showingMailer : null
}

/** Sends nothing: `operator outbox` lists the mail from its table. */
const showingMailer: Mailer = { outcome: 'SHOWN', send: async () => {} }

/** Each timeout covers a single wait; `sendMaxMs` cuts off a server that responds in small pieces. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

interface SmtpSettings {
  url: string
  from: string
  sendMaxMs?: number
}

function openTransport(url: string) {
  const address = new URL(url)
  for (const [name, ms] of Object.entries(TIMEOUTS_MS)) address.searchParams.set(name, String(ms))
  // A password is never sent unencrypted, except to this machine.
  if (!isLoopback(address.hostname)) address.searchParams.set('requireTLS', 'true')
  return createTransport(address.href)
}

/** Connects and signs in to a mail server without sending anything. Throws MailFailed. */
export async function verifyMailServer(url: string): Promise<void> {
  try {
    await openTransport(url).verify()
  } catch (error) {
    throw failureOf(error)
  }
}

/** Opens a mailer over SMTP. `url` may contain a password, so errors never contain it. */
export function smtpMailer({ url, from, sendMaxMs = SEND_MAX_MS }: SmtpSettings): Mailer {
  const transport = openTransport(url)
  return {
    outcome: 'SENT',
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          // Addresses as objects are never parsed as lists of addresses.
          to: { name: '', address: to },
          from: { name: '', address: from },
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${id}@${from.split('@').at(-1)}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
          // The end of the signal closes the connection.
          signal: AbortSignal.timeout(sendMaxMs),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Returns a text without line breaks or other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Returns a mail's error without the server's text. Only a refusal of the recipient is final. */
function failureOf(error: unknown): Error {
  const { code = 'EUNKNOWN', responseCode, command } = error as SmtpError
  const name = [code, responseCode].filter(Boolean).join(' ')
  const isRefused = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return isRefused ? new MailRefused(name) : new MailFailed(name)
}

interface SmtpError {
  code?: string
  responseCode?: number
  command?: string
}
