import Link from 'next/link'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Cell, HeadCell, Row, rowLinkClasses, TableHead } from '@/components/ui/table'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'
import { PaymentBadge } from './payment-badge'
import type { ShownPayment } from './payment-shapes'

/** The names of `PaymentRow`'s columns. */
export function PaymentHead({ timeZone }: { timeZone: string }) {
  return (
    <TableHead>
      <HeadCell className="w-36 text-right">{payments.columns.amount}</HeadCell>
      <HeadCell className="w-28">{payments.columns.status}</HeadCell>
      <HeadCell>{payments.columns.what}</HeadCell>
      <HeadCell className="hidden lg:table-cell">{payments.columns.payer}</HeadCell>
      <HeadCell className="text-right">{payments.columns.date(timeZone)}</HeadCell>
    </TableHead>
  )
}

/** One payment: how much, how it stands, for what, by whom, when. `fresh` marks one that has just come in. */
export function PaymentRow({ payment, fresh = false }: { payment: ShownPayment; fresh?: boolean }) {
  const { name, email } = payment.payer
  return (
    <Row className={cn(fresh && 'animate-arrive')} data-payment={payment.id}>
      <Cell className="sm:text-right">
        <Link href={`/payments/${encodeURIComponent(payment.id)}`} data-row className={rowLinkClasses}>
          <Amount
            amount={payment.amount}
            currency={payment.currency}
            className={cn('text-lg sm:text-base', payment.status === 'APPROVED' ? '' : 'text-muted')}
          />
        </Link>
      </Cell>
      <Cell className="justify-self-end">
        <PaymentBadge status={payment.status} />
      </Cell>
      <Cell className="col-span-2 sm:max-w-64">
        <span dir="auto" className="block truncate">
          {whatFor(payment)}
        </span>
        <span className="hidden truncate text-muted text-sm sm:block lg:hidden">
          {name || email || payments.noPayer}
        </span>
      </Cell>
      <Cell className="sm:hidden lg:table-cell lg:max-w-60">
        <span dir="auto" className="block truncate">
          {name || <span className="text-muted">{payments.noPayer}</span>}
        </span>
        <span className="block truncate text-muted text-sm">{email || payments.noEmail}</span>
      </Cell>
      <Cell className="self-end justify-self-end text-muted text-sm sm:text-right">
        <DateTime iso={payment.created_at} variant="row" />
      </Cell>
    </Row>
  )
}

/** The link's title, or the saved card that was charged without one. */
export function whatFor(payment: ShownPayment): string {
  if (payment.payment_link) return payment.payment_link.title
  if (payment.description) return payment.description
  return payment.card ? payments.savedCard(payment.card.last4) : payments.noLink
}
