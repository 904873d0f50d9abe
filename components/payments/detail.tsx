'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { cardName } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useMember } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen, redactedName, summaryOf } from '@/components/detail/detail-screen'
import { MoreMenu, SupportItem } from '@/components/detail/more-menu'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { SettlementLink, settlementHref } from '@/components/settlements/face'
import { dayName, nonBreaking, shortDay, zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementName, TransferTimes } from '@/lib/dashboard/schema/settlement'
import { addWorkingDays, dayIn } from '@/lib/domain/calendar-days'
import { maskedEmail } from '@/lib/domain/masks'
import { moneyText } from '@/lib/domain/money'
import { type SettlementDays, settlementDays } from '@/lib/domain/settlement-days'
import { disputes } from '@/lib/messages/disputes'
import { mail } from '@/lib/messages/mail'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import { leftAmount } from './amounts'
import {
  isAwaitingBank,
  PaymentPayer,
  PaymentProperties,
  PaymentPurpose,
  PaymentTimeline,
  UnpaidCard,
} from './detail-parts'
import { DisputeCard } from './dispute'
import { DisputedBadge, keptDispute, PaymentBadge } from './face'
import { ReceiptMenu, ReceiptPrint, SentReceipts } from './receipt'
import { OpenRefundBanner, REFUND_PARAM, RefundButton } from './refund'

const refundDialog = lazyModule(() => import('./refund-dialog').then((module) => module.RefundDialog))

const copy = payments.detail
const listOf = { path: '/payments', title: payments.title }
/** Refetch interval of a pending payment. Some ends of a payment raise no event. */
const PENDING_POLL_MS = 4_000
const RECEIPT_POLLED_MS = 60_000

/** Renders one payment: amount, state and payer, then when its money arrives, its history and its numbers. */
export function PaymentScreen({ id }: { id: string }) {
  const { account } = useMember()
  const mayRefund = useCan('refunds.create')
  const { timeZone, now, locale } = useLocale()
  const detail = useRead(
    'payments/detail',
    { id },
    {
      refetchInterval: (query) => (mayEnd(query.state.data) ? PENDING_POLL_MS : refetchAfterFailure(query)),
    },
  )
  const shownRefund = useSearchParams().get(REFUND_PARAM)
  const RefundDialog = useLazyModule(refundDialog)
  useEffect(() => {
    if (shownRefund !== null) void refundDialog.loadOrNull()
  }, [shownRefund])
  if (!detail.data || isMissing(detail.error)) {
    return <DetailFallback list={listOf} query={detail} one={payments.one} loading={payments.loading} />
  }
  const { payment, events, settlementSchedule } = detail.data
  const { mirror, masked: _, ...object } = payment
  const { status } = payment
  const reportedAt = events.find(({ kind }) => kind === 'payment.succeeded')?.event_at
  const days = mirror.missing
    ? null
    : openDays(settlementDays(payment.approved_at ?? reportedAt, settlementSchedule, timeZone), now)
  const isApproved = status === 'APPROVED'
  return (
    <DetailScreen
      list={listOf}
      copies={payment.id}
      tab={payments.oneOf(moneyText(payment.amount, payment.currency, locale))}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <Amount amount={payment.amount} currency={payment.currency} />
          <PaymentBadge payment={payment} />
          <DisputedBadge dispute={payment.dispute} />
        </span>
      }
      sentence={
        <>
          <PaymentPayer {...detail.data} />
          <PaymentPurpose payment={payment} />
          <p role="status" className="text-pretty empty:hidden">
            {sentenceOf(payment, now)}
          </p>
        </>
      }
      actions={(position) => (
        <div
          className={cn('flex flex-wrap gap-2', position === 'below' ? 'mt-3 sm:hidden' : 'max-sm:hidden')}
        >
          {isApproved && !mirror.missing ? (
            <>
              <RefundButton payment={payment} />
              <ReceiptMenu payment={payment} />
            </>
          ) : null}
          <MoreMenu>
            <SupportItem summary={supportSummary(payment, timeZone)} />
          </MoreMenu>
        </div>
      )}
      notice={<OpenRefundBanner payment={payment} />}
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      properties={<PaymentProperties {...detail.data} />}
      developers={{
        object,
        label: copy.json,
        noEvents: isApproved || status === 'FAILED' ? undefined : copy.silent,
      }}
    >
      {status === 'FAILED' || status === 'TIMEOUT' ? <UnpaidCard {...detail.data} /> : null}
      {payment.dispute ? <DisputeCard detail={detail.data} dispute={payment.dispute} /> : null}
      {isApproved ? <WhenPaid {...detail.data} days={days} /> : null}
      <Card title={copy.timeline}>
        <PaymentTimeline payment={payment} events={events} now={now} />
      </Card>
      {detail.data.receipts.length > 0 ? (
        <Card title={mail.receipts.title}>
          <SentReceipts receipts={detail.data.receipts} />
        </Card>
      ) : null}
      {isApproved ? <ReceiptPrint payment={payment} merchant={account.name} /> : null}
      {RefundDialog && mayRefund && shownRefund !== null ? <RefundDialog payment={payment} /> : null}
    </DetailScreen>
  )
}

/** Returns whether the payment is pending, or a receipt was just requested. */
function mayEnd(detail: PaymentDetail | undefined): boolean {
  if (!detail) return false
  const { payment, receipts } = detail
  return (
    (payment.status === 'PENDING' && !payment.mirror.missing) ||
    receipts.some(({ state, at }) => state === 'QUEUED' && Date.now() - Date.parse(at) < RECEIPT_POLLED_MS)
  )
}

/** Returns the days of an upcoming settlement. A settlement that is overdue is not promised again. */
function openDays(days: SettlementDays | null, now: number): SettlementDays | null {
  const LATE_MS = 2 * 86_400_000
  return days && Date.parse(`${days.made}T00:00:00.000Z`) + LATE_MS > now ? days : null
}

/** Returns the state in one sentence, where the badge needs one; an approval does not. */
function sentenceOf(payment: ShownPayment, now: number): string | null {
  const { status } = payment
  if (payment.mirror.missing) return mirrorCopy.lastKnown
  if (status === 'APPROVED') {
    const taken = keptDispute(payment)
    return taken && disputes.meaning[taken.status]
  }
  const isOpenOrLate = status === 'PENDING' || status === 'TIMEOUT'
  return isOpenOrLate && isAwaitingBank(payment, now)
    ? payments.sentenceOfBank[status]
    : payments.sentence[status]
}

/** Returns a payment as a text for support: ids, state and the time in both zones, the payer redacted. */
export function supportSummary(payment: ShownPayment, timeZone: string): string {
  const { payer, card, decline } = payment
  const { support } = payments
  return summaryOf([
    [support.payment, payment.id],
    [support.status, `${payments.status[payment.status]} (${payment.status})`],
    [support.decline, decline?.code],
    [support.amount, moneyText(payment.amount, payment.currency)],
    [support.refunded, payment.refunded_amount ? moneyText(payment.refunded_amount, payment.currency) : null],
    [support.created, times.exact(zonedTime(payment.created_at, timeZone), payment.created_at)],
    [
      support.payer,
      [redactedName(payer.name), payer.email && maskedEmail(payer.email)].filter(Boolean).join(', '),
    ],
    [support.card, card ? cardName(card) : null],
    [support.link, payment.payment_link?.id],
    [support.customer, payment.customer_id],
    [support.authorization, payment.authorization_code],
    [support.processor, payment.processor_reference],
    [support.settlement, payment.settlement_id],
  ])
}

const whenPaidCopy = settlements.whenPaid

type Props = Pick<PaymentDetail, 'payment' | 'settlement' | 'settlementSchedule' | 'transferTimes'> & {
  /** Days of the upcoming settlement; null if they are unknown. */
  days: SettlementDays | null
}

/** Renders the settlement of an approved payment, or the expected one, and when its transfer leaves. */
function WhenPaid(props: Props) {
  const { payment } = props
  return (
    <Card title={whenPaidCopy.title}>
      <p className="text-pretty">
        {payment.settlement_id ? <Settled {...props} id={payment.settlement_id} /> : <Expected {...props} />}
        {payment.refunded_amount || keptDispute(payment) ? ` ${whenPaidCopy.takenOut}` : null}
      </p>
    </Card>
  )
}

function Settled({ id, payment: { dispute }, settlement, transferTimes }: Props & { id: string }) {
  const { timeZone, now, locale } = useLocale()
  return (
    <>
      {whenPaidCopy.settled}{' '}
      {settlement ? (
        <SettlementLink settlement={settlement} />
      ) : (
        <InlineLink href={settlementHref({ id })}>{settlements.one}</InlineLink>
      )}
      {'. '}
      {settlement ? transferOf(settlement, transferTimes, { timeZone, now }) : whenPaidCopy.unknown}
      {dispute?.closed_at && dispute.status === 'WON'
        ? ` ${whenPaidCopy.returned(
            moneyText(dispute.amount, dispute.currency, locale),
            nonBreaking(shortDay(dispute.closed_at, timeZone, now)),
          )}`
        : null}
    </>
  )
}

function Expected({ payment, settlementSchedule, transferTimes, days }: Props) {
  const { now } = useLocale()
  if (keptDispute(payment) || leftAmount(payment) === 0) return whenPaidCopy.wentBack
  if (!days) return settlementSchedule ? whenPaidCopy.notSettled : whenPaidCopy.noSchedule
  const named = (day: string) => nonBreaking(dayName(day, now))
  const leaves = transferTimes && addWorkingDays(days.made, transferTimes.usual)
  return (
    <>
      {whenPaidCopy.willSettle(payments.span(named(days.first), named(days.last)), named(days.made))}
      {leaves ? ` ${whenPaidCopy.willLeave(named(leaves))}` : null}
    </>
  )
}

function transferOf(
  { status, created_at: madeAt, paid_at: paidAt }: SettlementName,
  times: TransferTimes,
  { timeZone, now }: { timeZone: string; now: number },
): string {
  if (status === 'DEBT') return whenPaidCopy.DEBT
  if (status === 'PAID')
    return paidAt
      ? whenPaidCopy.PAID(nonBreaking(shortDay(paidAt, timeZone, now)))
      : whenPaidCopy.PAID_undated
  if (!times) return whenPaidCopy.PENDING
  const by = addWorkingDays(dayIn(Date.parse(madeAt), timeZone), times.usual)
  const isLate = dayIn(now, timeZone) > by
  return (isLate ? whenPaidCopy.pendingLate : whenPaidCopy.pendingBy)(nonBreaking(dayName(by, now)))
}
