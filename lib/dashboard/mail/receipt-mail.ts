import type { Payment } from '@/lib/contract/payment'
import { brandLabel } from '@/lib/domain/card'
import { dateFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { mail } from '@/lib/messages/mail'
import { type MailText, mailText, NAME_MAX, withoutLinks } from './mail-text'

const copy = mail.receiptLetter

/**
 * Returns the receipt of an approved payment as a mail, in plain English and the account's time zone. The mail leaves under
 * our name, so it links to `origins` alone, and a host's texts contain no links.
 */
export function receiptMail(
  payment: Payment,
  { name: hostName, timezone }: { name: string; timezone: string },
  origins: readonly string[],
): MailText {
  const { card, payment_link: link, description, receipt_url: url } = payment
  const name = withoutLinks(hostName, NAME_MAX)
  const what = withoutLinks(link?.title ?? description ?? '')
  return mailText({
    subject: copy.subject(name),
    greeting: copy.greeting(name),
    lines: [
      [copy.merchant, name],
      [copy.amount, `${formatMajor(payment.amount, payment.currency)} ${payment.currency}`],
      [copy.date, mailDate(payment.approved_at ?? payment.created_at, timezone)],
      ...(what ? [[copy.what, what] as const] : []),
      ...(card
        ? [[copy.card, `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim()] as const]
        : []),
      [copy.id, payment.id],
    ],
    link: url && origins.includes(originOf(url)) ? { label: copy.link, url } : null,
    closing: copy.closing,
  })
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** Returns an instant as `20 November 2026, 07:03 (America/New_York)`. */
export function mailDate(iso: string, timeZone: string): string {
  const format = dateFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(new Date(iso)).replace(' at ', ', ')} (${timeZone})`
}
