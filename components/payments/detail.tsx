'use client'

import { Printer, ReceiptText } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useMember } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen, redactedName, summaryOf } from '@/components/detail/detail-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { dayName, nonBreaking, shortDay, zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementName, TransferTimes } from '@/lib/dashboard/schema/settlement'
import { addWorkingDays, dayIn } from '@/lib/domain/calendar-days'
import { brandLabel } from '@/lib/domain/card'
import { maskedEmail } from '@/lib/domain/masks'
import { formatMajor } from '@/lib/domain/money'
import { type SettlementDays, settlementDays } from '@/lib/domain/settlement-days'
import { disputes } from '@/lib/messages/disputes'
import { mail } from '@/lib/messages/mail'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import {
  DeclineCard,
  feeKept,
  isAwaitingBank,
  keptAmount,
  leftAmount,
  PaymentProperties,
  PaymentSettlement,
  PaymentTimeline,
  paymentNet,
  TimedOutCard,
} from './detail-parts'
import { DisputeCard } from './dispute'
import { DisputedBadge, keptDispute, PaymentBadge } from './face'
import { ReceiptPrint, SendReceiptButton, SentReceipts } from './receipt'
import { OpenRefundBanner, REFUND_PARAM, RefundButton } from './refund'
import { RefundList } from './refund-list'

const refundDialog = lazyModule(() => import('./refund-dialog').then((module) => module.RefundDialog))

const copy = payments.detail
const listOf = { path: '/payments', title: payments.title }
/** Refetch interval of a pending payment. Some ends of a payment raise no event. */
const PENDING_POLL_MS = 4_000
const RECEIPT_POLLED_MS = 60_000

/** Renders one payment: amount, state and one sentence about it, then its timeline and related objects. */
export function PaymentScreen({ id }: { id: string }) {
  const { account, hasMail } = useMember()
  const maySend = useCan('receipts.send')
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
  const { payment, events, settlementSchedule, settlement, paidLater } = detail.data
  const { mirror, masked: _, ...object } = payment
  const { status } = payment
  const reportedAt = events.find(({ kind }) => kind === 'payment.succeeded')?.event_at
  const days = mirror.missing
    ? null
    : openDays(settlementDays(payment.approved_at ?? reportedAt, settlementSchedule, timeZone), now)
  return (
    <DetailScreen
      list={listOf}
      copies={payment.id}
      tab={payments.oneOf(`${formatMajor(payment.amount, payment.currency, locale)} ${payment.currency}`)}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <Amount amount={payment.amount} currency={payment.currency} />
          <PaymentBadge payment={payment} />
          <DisputedBadge dispute={payment.dispute} />
        </span>
      }
      sentence={<Sentence payment={payment} settlement={settlement} days={days} now={now} />}
      actions={(position) => (
        <Actions
          payment={payment}
          timeZone={timeZone}
          className={position === 'below' ? 'mt-3 *:grow sm:hidden' : 'max-sm:hidden'}
        />
      )}
      notice={<OpenRefundBanner payment={payment} />}
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      properties={<PaymentProperties {...detail.data} />}
      developers={{
        object,
        label: copy.json,
        noEvents: status === 'APPROVED' || status === 'FAILED' ? undefined : copy.silent,
      }}
    >
      {status === 'FAILED' ? <DeclineCard payment={payment} paidLater={paidLater} /> : null}
      {status === 'TIMEOUT' ? <TimedOutCard payment={payment} paidLater={paidLater} /> : null}
      {payment.dispute ? <DisputeCard detail={detail.data} dispute={payment.dispute} /> : null}
      <Card title={copy.timeline}>
        <PaymentTimeline payment={payment} settlement={settlement} events={events} days={days} now={now} />
      </Card>
      <WhenPaid {...detail.data} days={days} />
      {status === 'APPROVED' ? (
        <Card title={copy.money}>
          <PaymentMoney payment={payment} />
          {maySend && !hasMail ? <p className="mt-3 text-muted text-sm">{mail.receipt.off}</p> : null}
        </Card>
      ) : null}
      {payment.refunds && payment.refunds.length > 0 ? (
        <Card title={copy.refunds.title}>
          <RefundList refunds={payment.refunds} />
        </Card>
      ) : null}
      {detail.data.receipts.length > 0 ? (
        <Card title={mail.receipts.title}>
          <SentReceipts receipts={detail.data.receipts} />
        </Card>
      ) : null}
      {status === 'APPROVED' ? <ReceiptPrint payment={payment} merchant={account.name} /> : null}
      {RefundDialog && mayRefund && shownRefund !== null ? <RefundDialog payment={payment} /> : null}
    </DetailScreen>
  )
}

/**
 * Returns whether the payment is pending or a receipt was just requested. A receipt whose first delivery failed waits for
 * hours.
 */
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

type SentenceProps = {
  payment: ShownPayment
  settlement: SettlementName | null
  days: SettlementDays | null
  now: number
}

function Sentence({ payment, settlement, days, now }: SentenceProps) {
  const { status, settlement_id: settlementId } = payment
  if (payment.mirror.missing) return <p role="status">{mirrorCopy.lastKnown}</p>
  const taken = keptDispute(payment)
  if (taken) return <p role="status">{disputes.meaning[taken.status]}</p>
  if (status === 'APPROVED' && settlementId) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-1.5">
        {payments.isSettled} <PaymentSettlement id={settlementId} settlement={settlement} />
      </div>
    )
  }
  const willSettle = status === 'APPROVED' && days && !wentBack(payment)
  return (
    <p role="status" className="text-pretty">
      {willSettle
        ? payments.willSettle(
            payments.span(nonBreaking(dayName(days.first, now)), nonBreaking(dayName(days.last, now))),
            nonBreaking(dayName(days.made, now)),
          )
        : wentBack(payment)
          ? payments.refunded.whole
          : sentenceOf(payment, now)}
    </p>
  )
}

function sentenceOf(payment: ShownPayment, now: number): string {
  const { status } = payment
  const isOpenOrLate = status === 'PENDING' || status === 'TIMEOUT'
  return isOpenOrLate && isAwaitingBank(payment, now)
    ? payments.sentenceOfBank[status]
    : payments.sentence[status]
}

/** Returns whether nothing of an approved payment is left for the merchant. */
function wentBack(payment: ShownPayment): boolean {
  return payment.status === 'APPROVED' && (keptDispute(payment) !== null || leftAmount(payment) === 0)
}

type ActionsProps = { payment: ShownPayment; timeZone: string; className: string }

function Actions({ payment, timeZone, className }: ActionsProps) {
  const { hasMail } = useMember()
  const maySend = useCan('receipts.send')
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {payment.receipt_url && !payment.mirror.missing ? (
        <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
          <a href={payment.receipt_url} target="_blank" rel="noopener noreferrer">
            {mail.receipt.view}
          </a>
        </Button>
      ) : null}
      {payment.status === 'APPROVED' && !payment.mirror.missing ? (
        <>
          <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
            {mail.receipt.print}
          </Button>
          {maySend && hasMail ? <SendReceiptButton payment={payment} /> : null}
          <RefundButton payment={payment} />
        </>
      ) : null}
      <CopyButton
        value={supportSummary(payment, timeZone)}
        label={copy.support}
        title={copy.supportHint}
        className="min-w-44"
      />
    </div>
  )
}

/**
 * Returns a payment as a text for support: ids, state and the time in both zones. The payer is redacted, because such
 * texts travel through chats and tickets.
 */
export function supportSummary(payment: ShownPayment, timeZone: string): string {
  const { payer, card, decline } = payment
  const { support } = payments
  return summaryOf([
    [support.payment, payment.id],
    [support.status, `${payments.status[payment.status]} (${payment.status})`],
    [support.decline, decline?.code],
    [support.amount, `${formatMajor(payment.amount, payment.currency)} ${payment.currency}`],
    [
      support.refunded,
      payment.refunded_amount
        ? `${formatMajor(payment.refunded_amount, payment.currency)} ${payment.currency}`
        : null,
    ],
    [support.created, times.exact(zonedTime(payment.created_at, timeZone), payment.created_at)],
    [
      support.payer,
      [redactedName(payer.name), payer.email && maskedEmail(payer.email)].filter(Boolean).join(', '),
    ],
    [support.card, card ? `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim() : null],
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

/** Renders the day on which a payment reaches the merchant's bank, as far as the host reports it. */
function WhenPaid(props: Props) {
  return (
    <Card title={whenPaidCopy.title}>
      <Answer {...props} />
      {props.payment.refunded_amount || keptDispute(props.payment) ? (
        <p className="mt-1.5 text-pretty text-muted">{whenPaidCopy.takenOut}</p>
      ) : null}
    </Card>
  )
}

function Answer({ payment, settlement, settlementSchedule, transferTimes, days }: Props) {
  const { timeZone, now, locale } = useLocale()
  const { status, settlement_id: settlementId, dispute } = payment
  if (status !== 'APPROVED')
    return (
      <p className="text-pretty">
        {status === 'PENDING' ? whenPaidCopy.notCollected : whenPaidCopy.neverCollected}
      </p>
    )
  if (settlementId) {
    return (
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-1.5">
          {whenPaidCopy.settled}
          <PaymentSettlement id={settlementId} settlement={settlement} />
        </div>
        <Transfer settlement={settlement} times={transferTimes} />
        {dispute?.closed_at && dispute.status === 'WON' ? (
          <p className="text-pretty">
            {whenPaidCopy.returned(
              `${formatMajor(dispute.amount, dispute.currency, locale)} ${dispute.currency}`,
              nonBreaking(shortDay(dispute.closed_at, timeZone, now)),
            )}
          </p>
        ) : null}
      </div>
    )
  }
  if (wentBack(payment)) return <p className="text-pretty">{whenPaidCopy.wentBack}</p>
  if (!days)
    return (
      <p className="text-pretty">{settlementSchedule ? whenPaidCopy.notSettled : whenPaidCopy.noSchedule}</p>
    )
  const named = (day: string) => nonBreaking(dayName(day, now))
  return (
    <p className="text-pretty">
      {whenPaidCopy.willSettle(payments.span(named(days.first), named(days.last)), named(days.made))}
      {transferTimes
        ? ` ${whenPaidCopy.willLeave(named(addWorkingDays(days.made, transferTimes.usual)))}`
        : null}
    </p>
  )
}

function Transfer({ settlement, times }: { settlement: SettlementName | null; times: TransferTimes }) {
  const { timeZone, now } = useLocale()
  return (
    <p className="text-pretty text-muted">
      {settlement ? transferOf(settlement, times, { timeZone, now }) : whenPaidCopy.unknown}
    </p>
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

function PaymentMoney({ payment }: { payment: ShownPayment }) {
  const { amount, fee_amount: fee, refunded_amount: refunded, currency } = payment
  const left = leftAmount(payment)
  const taken = keptDispute(payment)
  const net = refunded || taken ? keptAmount(payment) : paymentNet(payment)
  const feeTaken = refunded ? feeKept(payment) : fee
  return (
    <dl className="tnum grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <MoneyLine name={copy.gross} amount={amount} currency={currency} />
      {refunded ? <MoneyLine name={copy.refunded} amount={-refunded} currency={currency} /> : null}
      {refunded && left !== null ? (
        <MoneyLine name={copy.left} amount={left} currency={currency} sum />
      ) : null}
      {net !== null && typeof feeTaken === 'number' ? (
        <>
          <MoneyLine name={copy.fee} amount={-feeTaken} currency={currency} />
          {taken ? <MoneyLine name={disputes.disputed} amount={-taken.amount} currency={currency} /> : null}
          {taken?.fee_amount ? (
            <MoneyLine name={disputes.card.fee} amount={-taken.fee_amount} currency={currency} />
          ) : null}
          <MoneyLine name={refunded || taken ? copy.kept : copy.net} amount={net} currency={currency} sum />
        </>
      ) : refunded && typeof fee === 'number' ? null : (
        <dd className="col-span-2 text-muted text-sm">{copy.feeUnknown}</dd>
      )}
    </dl>
  )
}

type MoneyLineProps = {
  name: string
  /** In major units. */
  amount: number
  currency: string
  /** True for a sum of the lines above it. */
  sum?: boolean
}

function MoneyLine({ name, amount, currency, sum = false }: MoneyLineProps) {
  return (
    <>
      <dt className={sum ? 'mt-0.5 border-t pt-2 font-medium' : 'text-muted'}>{name}</dt>
      <dd className={cn('text-right', sum && '-ml-6 mt-0.5 border-t pt-2 pl-6 font-semibold')}>
        <Amount amount={amount} currency={currency} />
      </dd>
    </>
  )
}
