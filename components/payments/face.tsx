import { Ban, Check, CircleDashed, Clock, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { type Column, RowLink } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { listHref } from '@/components/navigation/query-string'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { type Times, useTimes } from '@/components/time/times'
import { type DisputeStatus, disputeStates, type PaymentStatus, paymentStates } from '@/lib/contract/states'
import type { PaymentFilter } from '@/lib/dashboard/payments/payment-filter'
import { DISPUTE_URGENT_MS } from '@/lib/dashboard/payments/shape'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { brandLabel } from '@/lib/domain/card'
import { formatMajor } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
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
  href?: string
  plain?: boolean
}

/** Renders a payment's state; a refund takes the place of its approval. Hover explains its effect on the money; so does focus, except in rows. */
export function PaymentBadge({ payment, href, plain = false }: Props) {
  const t = useTexts()
  const { status } = payment
  const refund = refundState(payment)
  return (
    <ExplainedBadge
      tone={refund ? 'muted' : paymentStates[status].tone}
      Icon={refund ? Undo2 : icons[status]}
      meaning={t(refund ? `payment-rows.refunded.meaning.${refund}` : `payment-rows.meaning.${status}`)}
      href={href}
      plain={plain}
    >
      {t(refund ? `payment-rows.refunded.status.${refund}` : `payment-rows.status.${status}`)}
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
export function DisputeBadge({ status, label, href }: DisputeProps) {
  const t = useTexts()
  return (
    <ExplainedBadge
      tone={disputeStates[status].tone}
      Icon={disputeIcons[status]}
      meaning={t(`dispute-states.meaning.${status}`)}
      href={href}
    >
      {label ?? t(`dispute-states.status.${status}`)}
    </ExplainedBadge>
  )
}

/** Returns the dispute that keeps a payment's money from the merchant: an open or a lost one. */
export function keptDispute({ dispute }: Pick<ShownPayment, 'dispute'>) {
  return dispute && dispute.status !== 'WON' ? dispute : null
}

/** Renders the badge of a payment whose dispute is open or lost, instead of its state in a list; nothing for any other payment. */
export function DisputedBadge({ dispute, href }: { dispute: ShownPayment['dispute']; href?: string }) {
  const t = useTexts()
  const kept = keptDispute({ dispute })
  return kept ? (
    <DisputeBadge
      status={kept.status}
      label={t(kept.status === 'LOST' ? 'dispute-states.lost' : 'dispute-states.disputed')}
      href={href}
    />
  ) : null
}

/** Renders the time until an open dispute's deadline, `named` without a heading: red within two days of it, and once passed. */
export function Deadline({ iso, named = false }: { iso: string | null | undefined; named?: boolean }) {
  const t = useTexts()
  const { durationText, exactAndUtc } = useTimes()
  const { now } = useLocale()
  if (!iso) return <span className="text-muted">{t('dispute-states.noDeadline')}</span>
  const leftMs = Date.parse(iso) - now
  const left = t('times.ahead', { span: durationText(leftMs) })
  return (
    <time
      dateTime={iso}
      title={exactAndUtc(iso)}
      className={cn('tnum whitespace-nowrap', leftMs < DISPUTE_URGENT_MS && 'font-medium text-danger')}
    >
      {leftMs <= 0 ? t('dispute-states.passed') : named ? t('dispute-states.due', { left }) : left}
    </time>
  )
}

export const DISPUTES_PATH = '/payments/disputes'

type Options = {
  sameLink?: boolean
  /** Formats of days. With them the table has a settlement column where there is room. */
  settlementsOf?: Times
}

/** Returns the columns of payments. `sameLink` omits the link that all rows share. */
export function paymentColumns(
  t: Translate,
  { sameLink = false, settlementsOf }: Options = {},
): readonly Column<ShownPayment>[] {
  const what: Column<ShownPayment> = {
    key: 'what',
    label: t('payment-rows.columns.what'),
    card: 'line',
    className: '@2xl:max-w-0 @2xl:w-[60%] @4xl:w-[45%]',
    cell: (payment) => (
      <span dir="auto" title={whatFor(payment, t)} className="block truncate">
        {whatFor(payment, t)}
      </span>
    ),
  }
  return [
    {
      key: 'amount',
      label: t('payment-rows.columns.amount'),
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
      label: t('payment-rows.columns.status'),
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
    {
      key: 'payer',
      label: t('payment-rows.columns.payer'),
      className: cn('@2xl:max-w-0', sameLink ? '@2xl:w-[99%]' : '@2xl:w-[40%] @4xl:w-[55%]'),
      cell: ({ payer }) => <Payer {...payer} />,
    },
    ...(settlementsOf ? [settlementColumn(t, settlementsOf)] : []),
    {
      key: 'date',
      label: t('payment-rows.columns.date'),
      labelIn: (zone) => t('payment-rows.columns.dateIn', { zone }),
      width: 'w-24 min-w-24 @3xl:w-28 @3xl:min-w-28',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (payment) => <RowTime iso={payment.created_at} href={paymentHref(payment)} />,
    },
  ]
}

function RefundedLine({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const { locale } = useLocale()
  if (!payment.refunded_amount) return null
  const amount = formatMajor(payment.refunded_amount, payment.currency, locale)
  return <span className="tnum block text-muted text-xs">{t('payment-rows.refunded.line', { amount })}</span>
}

function settlementColumn(t: Translate, times: Times): Column<ShownPayment> {
  return {
    key: 'settlement',
    label: t('payment-rows.columns.settlement'),
    width: 'w-40 min-w-40',
    from: '5xl',
    card: 'none',
    className: 'text-muted text-sm whitespace-nowrap',
    cell: ({ status, settlement, settlement_id: id }) =>
      settlement ? (
        `${times.coveredDays(settlement)}, ${t(`settlement-states.${settlement.status}`)}`
      ) : status === 'APPROVED' && !id ? (
        <span className="sr-only">{t('times.notYet')}</span>
      ) : null,
  }
}

export function paymentRow(payment: ShownPayment) {
  return { 'data-payment': payment.id }
}

export function paymentHref({ id }: { id: string }): string {
  return `/payments/${encodeURIComponent(id)}`
}

/** Renders name and e-mail on one line. Values that the payer did not give take no space. */
export function Payer({ name, email }: ShownPayment['payer']) {
  const t = useTexts()
  if (!name && !email) return <span className="text-muted">{t('payment-rows.noPayer')}</span>
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
export function whatFor(payment: Pick<ShownPayment, 'payment_link' | 'description' | 'card'>, t: Translate) {
  if (payment.payment_link) return payment.payment_link.title
  if (payment.description) return payment.description
  return payment.card ? t('payment-rows.savedCard', { last4: payment.card.last4 }) : t('payment-rows.noLink')
}

/** Returns `Visa`, `••4242` or `Visa ••4242`. */
export function cardText({ brand, last4 }: { brand: string | null; last4: string | null }): string {
  return [brand && brandLabel(brand), last4 && `••${last4}`].filter(Boolean).join(' ')
}

export function paymentsHref(filter: PaymentFilter): string {
  return listHref('/payments', filter)
}
