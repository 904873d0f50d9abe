'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { zonedTime } from '@/components/time/format-time'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { brandLabel } from '@/lib/domain/card'
import { formatMajor } from '@/lib/domain/money'
import { mail } from '@/lib/messages/mail'

const copy = mail.receiptLetter

/** Renders the receipt of an approved payment for print only. It is all that is printed of the payment's page. */
export function ReceiptPrint({ payment, merchant }: { payment: ShownPayment; merchant: string }) {
  const { timeZone } = useLocale()
  const { card, payment_link: link, description } = payment
  const what = link?.title ?? description
  const lines: [string, string][] = [
    [copy.amount, `${formatMajor(payment.amount, payment.currency)} ${payment.currency}`],
    [copy.date, zonedTime(payment.approved_at ?? payment.created_at, timeZone)],
    ...(what ? [[copy.what, what] satisfies [string, string]] : []),
    ...(card
      ? [
          [copy.card, `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim()] satisfies [
            string,
            string,
          ],
        ]
      : []),
    [copy.id, payment.id],
  ]
  return (
    <section aria-hidden data-print-sheet className="hidden print:block">
      <p className="text-2xl">{copy.subject(merchant)}</p>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
