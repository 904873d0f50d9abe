import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/page-link'
import { zoneCity } from '@/components/time/format-time'
import { RowTime } from '@/components/time/row-time'
import { Cell, HeadCell, Row, rowLinkClasses, TableHead } from '@/components/ui/table'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'
import { PaymentBadge } from './payment-badge'

/** The names of `PaymentRow`'s columns. Amount and status are as wide as a link's: the columns that hold words take all the rest. */
export function PaymentHead({ timeZone, sameLink = false }: { timeZone: string; sameLink?: boolean }) {
  return (
    <TableHead>
      <HeadCell className="w-32 min-w-27 text-right @3xl:min-w-32">{payments.columns.amount}</HeadCell>
      <HeadCell className="w-30 min-w-30">{payments.columns.status}</HeadCell>
      {sameLink ? null : <HeadCell>{payments.columns.what}</HeadCell>}
      <HeadCell>{payments.columns.payer}</HeadCell>
      <HeadCell className="w-24 min-w-24 text-right @3xl:w-28 @3xl:min-w-28" title={timeZone}>
        <span className="@3xl:hidden">{payments.columns.date}</span>
        <span className="hidden @3xl:inline">{payments.columns.dateIn(zoneCity(timeZone))}</span>
      </HeadCell>
    </TableHead>
  )
}

type RowProps = {
  payment: ShownPayment
  /** Marks one that has just come in. */
  fresh?: boolean
  /** Leaves out what would be the same in every row. */
  sameLink?: boolean
}

/** One payment: how much, how it stands, for what, by whom, when. */
export function PaymentRow({ payment, fresh = false, sameLink = false }: RowProps) {
  const href = `/payments/${encodeURIComponent(payment.id)}`
  return (
    <Row
      // Without its title a card has a line less.
      className={cn(sameLink ? 'min-h-0 py-2.5' : 'record-near', fresh && 'animate-arrive')}
      data-payment={payment.id}
    >
      <Cell className="@2xl:text-right">
        <PageLink href={href} data-row data-copy={payment.id} className={rowLinkClasses}>
          <Amount
            amount={payment.amount}
            currency={payment.currency}
            className={cn('text-lg @2xl:text-base', payment.status === 'APPROVED' ? '' : 'text-muted')}
          />
        </PageLink>
      </Cell>
      <Cell className="justify-self-end">
        <PaymentBadge status={payment.status} href={href} />
      </Cell>
      {sameLink ? null : (
        <Cell className="col-span-2 @2xl:w-[60%] @2xl:max-w-0 @4xl:w-[45%]">
          <span dir="auto" title={whatFor(payment)} className="block truncate">
            {whatFor(payment)}
          </span>
        </Cell>
      )}
      <Cell className={cn('@2xl:max-w-0', sameLink ? '@2xl:w-[99%]' : '@2xl:w-[40%] @4xl:w-[55%]')}>
        <Payer {...payment.payer} />
      </Cell>
      <Cell className="justify-self-end text-muted text-sm @2xl:whitespace-nowrap @2xl:text-right">
        <RowTime iso={payment.created_at} href={href} />
      </Cell>
    </Row>
  )
}

/** Name and e-mail on one line; what the payer did not give takes no place. */
function Payer({ name, email }: ShownPayment['payer']) {
  if (!name && !email) return <span className="text-muted">{payments.noPayer}</span>
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {name ? (
        <bdi className="min-w-0 max-w-full shrink-0 truncate" title={name}>
          {name}
        </bdi>
      ) : null}
      {email ? (
        <bdi
          // Beside a name only where both have room: half an address is no address.
          className={cn('min-w-0 truncate', name && 'hidden text-muted text-sm @4xl:block')}
          title={email}
        >
          {email}
        </bdi>
      ) : null}
    </span>
  )
}

/** The link's title, or the saved card that was charged without one. */
export function whatFor(payment: ShownPayment): string {
  if (payment.payment_link) return payment.payment_link.title
  if (payment.description) return payment.description
  return payment.card ? payments.savedCard(payment.card.last4) : payments.noLink
}
