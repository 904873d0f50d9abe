import { Ban, Check, CircleDashed, Clock, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { listHref } from '@/components/navigation/query-string'
import { coveredDays } from '@/components/settlements/face'
import { RowTime } from '@/components/time/date-time'
import { durationText, exactTime } from '@/components/time/format-time'
import { type DisputeStatus, disputeStates, type PaymentStatus, paymentStates } from '@/lib/contract/states'
import type { PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'
import { DISPUTE_URGENT_MS } from '@/lib/dashboard/schema/tabs'
import { formatMajor } from '@/lib/domain/money'
import { disputes } from '@/lib/messages/disputes'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'

const icons = {
  PENDING: CircleDashed,
  APPROVED: Check,
  FAILED: X,
  VOIDED: Ban,
  TIMEOUT: TimerOff,
} as const satisfies Record<PaymentStatus, unknown>

type Refunded = Pick<ShownPayment, 'amount' | 'refunded_amount'>

/** Returns whether an approved payment was refunded, in part or as a whole, pending refunds included; null if not. */
export function refundState({ amount, refunded_amount: refunded }: Refunded) {
  return refunded ? (refunded < amount ? 'PARTLY' : 'WHOLLY') : null
}

type Props = {
  payment: Refunded & Pick<ShownPayment, 'status'>
  /** Address of the page to which the badge's row links. */
  href?: string
  /** True for a badge without an explanation, such as in an option of a list. */
  plain?: boolean
}

/** Renders a payment's state; a refund takes the place of its approval. Hover explains its effect on the money; so does focus, except in rows. */
export function PaymentBadge({ payment, href, plain = false }: Props) {
  const { status } = payment
  const refund = refundState(payment)
  const Icon = refund ? Undo2 : icons[status]
  return (
    <ExplainedBadge
      tone={refund ? 'muted' : paymentStates[status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={refund ? payments.refunded.meaning[refund] : payments.meaning[status]}
      href={href}
      plain={plain}
    >
      {refund ? payments.refunded.status[refund] : payments.status[status]}
    </ExplainedBadge>
  )
}

const disputeIcons = {
  NEEDS_RESPONSE: TriangleAlert,
  UNDER_REVIEW: Clock,
  WON: Check,
  LOST: X,
} as const satisfies Record<DisputeStatus, unknown>

type DisputeProps = { status: DisputeStatus; label?: string; href?: string | undefined }

/** Renders a dispute's state with its effect on the money; `label` replaces the state's name. */
export function DisputeBadge({ status, label = disputes.status[status], href }: DisputeProps) {
  const Icon = disputeIcons[status]
  return (
    <ExplainedBadge
      tone={disputeStates[status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={disputes.meaning[status]}
      href={href}
    >
      {label}
    </ExplainedBadge>
  )
}

/** Returns the dispute that keeps a payment's money from the merchant: an open or a lost one. */
export function keptDispute({ dispute }: Pick<ShownPayment, 'dispute'>) {
  return dispute && dispute.status !== 'WON' ? dispute : null
}

/** Renders the badge of a payment whose dispute is open or lost, instead of its state in a list; nothing for any other payment. */
export function DisputedBadge({ dispute, href }: { dispute: ShownPayment['dispute']; href?: string }) {
  const kept = keptDispute({ dispute })
  return kept ? (
    <DisputeBadge
      status={kept.status}
      label={kept.status === 'LOST' ? disputes.lost : disputes.disputed}
      href={href}
    />
  ) : null
}

/** Renders the time until an open dispute's deadline, `named` without a heading: red within two days of it, and once passed. */
export function Deadline({ iso, named = false }: { iso: string | null | undefined; named?: boolean }) {
  const { timeZone, now } = useLocale()
  if (!iso) return <span className="text-muted">{disputes.noDeadline}</span>
  const leftMs = Date.parse(iso) - now
  const left = times.ahead(durationText(leftMs))
  return (
    <time
      dateTime={iso}
      title={times.exact(exactTime(iso, timeZone), iso)}
      className={cn('tnum whitespace-nowrap', leftMs < DISPUTE_URGENT_MS && 'font-medium text-danger')}
    >
      {leftMs <= 0 ? disputes.passed : named ? disputes.due(left) : left}
    </time>
  )
}

export const DISPUTES_PATH = '/payments/disputes'

const { columns } = payments

type Options = {
  sameLink?: boolean
  samePayer?: boolean
  /** Current time. With it the table has a settlement column where there is room. */
  settlementsOf?: { now: number }
}

/** Returns the columns of payments. `sameLink` and `samePayer` omit values that all rows share. */
export function paymentColumns(
  timeZone: string,
  { sameLink = false, samePayer = false, settlementsOf }: Options = {},
): readonly Column<ShownPayment>[] {
  const what: Column<ShownPayment> = {
    key: 'what',
    label: columns.what,
    card: samePayer ? 'start' : 'line',
    className: cn('@2xl:max-w-0', samePayer ? '@2xl:w-[99%]' : '@2xl:w-[60%] @4xl:w-[45%]'),
    cell: (payment) => (
      <span dir="auto" title={whatFor(payment)} className="block truncate">
        {whatFor(payment)}
      </span>
    ),
  }
  const payer: Column<ShownPayment> = {
    key: 'payer',
    label: columns.payer,
    className: cn('@2xl:max-w-0', sameLink ? '@2xl:w-[99%]' : '@2xl:w-[40%] @4xl:w-[55%]'),
    cell: ({ payer }) => <Payer {...payer} />,
  }
  return [
    {
      key: 'amount',
      label: columns.amount,
      width: 'w-32 min-w-27 @3xl:min-w-32',
      align: 'end',
      cell: (payment) => (
        <>
          <RowLink href={paymentHref(payment)} copies={payment.id}>
            <Amount
              amount={payment.amount}
              currency={payment.currency}
              className={cn('text-lg @2xl:text-base', payment.status === 'APPROVED' ? '' : 'text-muted')}
            />
          </RowLink>
          <RefundedLine payment={payment} />
        </>
      ),
    },
    {
      key: 'status',
      label: columns.status,
      width: 'w-36 min-w-36',
      card: 'end',
      cell: (payment) =>
        keptDispute(payment) ? (
          <DisputedBadge dispute={payment.dispute} href={paymentHref(payment)} />
        ) : (
          <PaymentBadge payment={payment} href={paymentHref(payment)} />
        ),
    },
    ...(sameLink ? [] : [what]),
    ...(samePayer ? [] : [payer]),
    ...(settlementsOf ? [settlementColumn(timeZone, settlementsOf.now)] : []),
    {
      key: 'date',
      ...zonedLabel(columns.date, columns.dateIn, timeZone),
      width: 'w-24 min-w-24 @3xl:w-28 @3xl:min-w-28',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (payment) => <RowTime iso={payment.created_at} href={paymentHref(payment)} />,
    },
  ]
}

/** Renders the refunded amount below that of the payment; nothing without refunds. */
function RefundedLine({ payment }: { payment: ShownPayment }) {
  const { locale } = useLocale()
  if (!payment.refunded_amount) return null
  return (
    <span className="tnum block text-muted text-xs">
      {payments.refunded.line(formatMajor(payment.refunded_amount, payment.currency, locale))}
    </span>
  )
}

function settlementColumn(timeZone: string, now: number): Column<ShownPayment> {
  return {
    key: 'settlement',
    label: columns.settlement,
    width: 'w-40 min-w-40',
    from: '5xl',
    card: 'none',
    className: 'text-muted text-sm whitespace-nowrap',
    cell: ({ status, settlement, settlement_id: id }) =>
      settlement ? (
        `${coveredDays(settlement, timeZone, now)}, ${settlements.status[settlement.status]}`
      ) : status === 'APPROVED' && !id ? (
        <span className="sr-only">{times.notYet}</span>
      ) : null,
  }
}

/** Returns the attributes of a payment's row. */
export function paymentRow(payment: ShownPayment) {
  return { 'data-payment': payment.id }
}

/** Returns the address of a payment's page. */
export function paymentHref({ id }: { id: string }): string {
  return `/payments/${encodeURIComponent(id)}`
}

/** Renders name and e-mail on one line. Values that the payer did not give take no space. */
export function Payer({ name, email }: ShownPayment['payer']) {
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
          // The address is beside the name only if both fit, because a truncated address is useless.
          className={cn('min-w-0 truncate', name && 'hidden text-muted text-sm @4xl:block')}
          title={email}
        >
          {email}
        </bdi>
      ) : null}
    </span>
  )
}

/** Returns the title of the link, or the name of the saved card that was charged without a link. */
export function whatFor(payment: Pick<ShownPayment, 'payment_link' | 'description' | 'card'>): string {
  if (payment.payment_link) return payment.payment_link.title
  if (payment.description) return payment.description
  return payment.card ? payments.savedCard(payment.card.last4) : payments.noLink
}

/** Returns the address of the payments list with these filters. */
export function paymentsHref(filter: PaymentFilter): string {
  return listHref('/payments', filter)
}
