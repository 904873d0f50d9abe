import type { Payment } from '@/lib/contract/payment'
import { brandLabel } from '@/lib/domain/card'
import { dateFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { mail } from '@/lib/messages/mail'

/** The subject and both bodies of a mail. */
export interface MailText {
  subject: string
  text: string
  html: string
}

interface Letter {
  subject: string
  greeting: string
  /** Names and values; a name without a value is omitted. */
  lines: readonly (readonly [name: string, value: string | null | undefined])[]
  /** An https or http address. */
  link?: { label: string; url: string } | null
  closing: string
}

/** Returns a template with its values as plain text and as simple HTML; every value is escaped. */
export function mailText({ subject, greeting, lines: named, link, closing }: Letter): MailText {
  const lines = named.flatMap(([name, value]) => (value ? [[name, oneLine(value)] as const] : []))
  const address = link && isWebAddress(link.url) ? link : null
  const text = [
    oneLine(greeting),
    '',
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(address ? ['', `${address.label}: ${address.url}`] : []),
    '',
    closing,
    '',
  ].join('\n')
  const rows = lines
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#555">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
    )
    .join('')
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5;color:#111">
<p>${escaped(greeting)}</p><table role="presentation">${rows}</table>
${address ? `<p><a href="${escaped(address.url)}">${escaped(address.label)}</a></p>` : ''}
<p style="color:#555">${escaped(closing)}</p></body></html>`
  return { subject: oneLine(subject), text, html }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Returns a text without line breaks, so that a name cannot add a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Longest text of a host in a mail, and longest name of a team, member or account. */
const TEXT_MAX = 200
export const NAME_MAX = 60

/** Returns another person's text, cut, in which no mail program finds a link: neither a scheme nor a domain. */
export function withoutLinks(text: string, max = TEXT_MAX): string {
  return text
    .slice(0, max)
    .replaceAll('://', ': //')
    .replace(/[.。．｡](?=[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}]{2})/gu, '$& ')
}

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
      [copy.amount, mailAmount(payment.amount, payment.currency)],
      [copy.refunded, payment.refunded_amount ? mailAmount(payment.refunded_amount, payment.currency) : null],
      [copy.date, mailDate(payment.approved_at ?? payment.created_at, timezone)],
      [copy.what, what],
      [copy.card, mailCard(card)],
      [copy.id, payment.id],
    ],
    link: url && origins.includes(originOf(url)) ? { label: copy.link, url } : null,
    closing: copy.closing,
  })
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** Returns an amount in major units as `120.50 USD`. */
export function mailAmount(amount: number, currency: string): string {
  return `${formatMajor(amount, currency)} ${currency}`
}

/** Returns the card of a payment as `Visa ••4242`; null without one. */
export function mailCard(card: Payment['card']): string | null {
  return card ? `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim() : null
}

/** Returns an instant as `20 November 2026, 07:03 (America/New_York)`. */
export function mailDate(iso: string, timeZone: string): string {
  const format = dateFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(new Date(iso)).replace(' at ', ', ')} (${timeZone})`
}
