import { createTransport } from 'nodemailer'
import { isLoopback } from '@/lib/platform/loopback'
import { type Mailer, MailFailed, MailRefused, SEND_MAX_MS } from './mailer'

/** Each timeout covers a single wait; `sendMaxMs` cuts off a server that responds in small pieces. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

interface SmtpSettings {
  url: string
  from: string
  sendMaxMs?: number
}

/** Opens a mailer over SMTP. `url` may contain a password, so errors never contain it. */
export function smtpMailer({ url, from, sendMaxMs = SEND_MAX_MS }: SmtpSettings): Mailer {
  const address = new URL(url)
  for (const [name, ms] of Object.entries(TIMEOUTS_MS)) address.searchParams.set(name, String(ms))
  // A password is never sent unencrypted, except to this machine.
  if (!isLoopback(address.hostname)) address.searchParams.set('requireTLS', 'true')
  const transport = createTransport(address.href)
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
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/**
 * Returns the error of a failed mail. The server's text may repeat credentials or the mail, so only the code and the
 * number are kept. A refusal of the sender or of the mail depends on the server's state, which may change: only that of
 * the recipient is final.
 */
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
