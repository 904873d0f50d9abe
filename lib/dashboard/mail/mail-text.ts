import type { Payment } from '@/lib/contract/payment'
import { brandLabel } from '@/lib/domain/card'
import { dateFormat } from '@/lib/domain/formatters'
import { dateLocaleOf, type Language, languages, readerOf } from '@/lib/domain/languages'
import { moneyText } from '@/lib/domain/money'
import { translatorOf } from '@/lib/messages/catalogue'

/** The subject and both bodies of a mail. */
export interface MailText {
  subject: string
  text: string
  html: string
}

interface Letter {
  language?: Language
  subject: string
  greeting: string
  /** Names and values; a name without a value is omitted. */
  lines: readonly (readonly [name: string, value: string | null | undefined])[]
  /** An https or http address. */
  link?: { label: string; url: string } | null
  closing: string
}

/** Returns a template with its values as plain text and as simple HTML; every value is escaped. */
export function mailText({
  language = 'en',
  subject,
  greeting,
  lines: named,
  link,
  closing,
}: Letter): MailText {
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
  const html = `<!doctype html><html lang="${languages[language].locale}"><body style="font-family:sans-serif;line-height:1.5;color:#111">
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

/**
 * Returns the receipt of an approved payment as a mail, in the payer's language and the account's time zone. The mail
 * leaves under our name, so it links to `origins` alone, and a host's texts contain no links.
 */
export function receiptMail(
  payment: Payment,
  { name: hostName, timezone }: { name: string; timezone: string },
  origins: readonly string[],
): MailText {
  const { payment_link: link, description, receipt_url: url, refunded_amount: refunded } = payment
  const { t, money, date, card, language } = payerMail(payment)
  const merchant = withoutLinks(hostName, NAME_MAX)
  return mailText({
    language,
    subject: t('payer-mail.receipt.subject', { merchant }),
    greeting: t('payer-mail.receipt.greeting', { merchant }),
    lines: [
      [t('payer-mail.receipt.merchant'), merchant],
      [t('payer-mail.receipt.amount'), money(payment.amount)],
      [t('payer-mail.receipt.refunded'), refunded ? money(refunded) : null],
      [t('payer-mail.receipt.date'), date(payment.approved_at ?? payment.created_at, timezone)],
      [t('payer-mail.receipt.what'), withoutLinks(link?.title ?? description ?? '')],
      [t('payer-mail.receipt.card'), card],
      [t('payer-mail.receipt.id'), payment.id],
    ],
    link: url && origins.includes(originOf(url)) ? { label: t('payer-mail.receipt.link'), url } : null,
    closing: t('payer-mail.receipt.closing'),
  })
}

/** Returns the texts and formats of a mail in a reader's language, English without one. Amounts are major units. */
export function mailTexts(tag: string | null | undefined) {
  const reader = readerOf([tag], null)
  return {
    language: reader.language,
    t: translatorOf(reader.language),
    money: (amount: number, currency: string) => moneyText(amount, currency, reader.locale),
    date: (iso: string, timeZone: string) => mailDate(iso, timeZone, dateLocaleOf(reader)),
  }
}

/** Returns the texts and formats of a mail to the payer of a payment, with amounts of its currency. */
export function payerMail({ payer_language, currency, card }: Payment) {
  const { money, ...texts } = mailTexts(payer_language)
  return {
    ...texts,
    money: (amount: number) => money(amount, currency),
    card: card ? `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim() : null,
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** Returns an instant as `20 November 2026, 07:03 (America/New_York)`. */
export function mailDate(iso: string, timeZone: string, locale = 'en-GB'): string {
  const format = dateFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return `${format.format(new Date(iso)).replace(' at ', ', ')} (${timeZone})`
}
