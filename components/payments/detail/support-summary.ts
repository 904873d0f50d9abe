import { zonedTime } from '@/components/time/format-time'
import { brandLabel } from '@/lib/contract/card'
import { formatMajor } from '@/lib/contract/money'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { times } from '@/lib/messages/times'

const words = payments.support

/**
 * A payment as one tells it to a support desk: ids, state and the moment in both zones. The payer stays behind dots,
 * because such a text travels through chats and tickets.
 */
export function supportSummary(payment: ShownPayment, timeZone: string): string {
  const { payer, card, decline } = payment
  const lines: [string, string | null | undefined][] = [
    [words.payment, payment.id],
    [words.status, `${payments.status[payment.status]} (${payment.status})`],
    [words.decline, decline?.code],
    [words.amount, `${formatMajor(payment.amount, payment.currency)} ${payment.currency}`],
    [words.created, times.exact(zonedTime(payment.created_at, timeZone), payment.created_at)],
    [words.payer, [redactedName(payer.name), redactedEmail(payer.email)].filter(Boolean).join(', ')],
    [words.card, card ? `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim() : null],
    [words.link, payment.payment_link?.id],
    [words.customer, payment.customer_id],
    [words.authorization, payment.authorization_code],
    [words.processor, payment.processor_reference],
    [words.settlement, payment.settlement_id],
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

/** `Ada Lovelace` → `A• L•`: enough to tell two payers apart, too little to know them. */
function redactedName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]}•`)
    .join(' ')
}

function redactedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at <= 0 ? '' : `${[...email][0]}•${email.slice(at)}`
}
