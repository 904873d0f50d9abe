'use client'

import { useQuery } from '@tanstack/react-query'
import { Printer, ReceiptText } from 'lucide-react'
import { isMissing } from '@/components/data/fetch-json'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { redactedName, summaryOf } from '@/components/detail/support-summary'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PaymentBadge } from '@/components/payments/payment-badge'
import { paymentQuery } from '@/components/payments/queries'
import { ReceiptPrint } from '@/components/payments/receipt/receipt-print'
import { type SendReceipt, SendReceiptButton } from '@/components/payments/receipt/send-receipt'
import { SentReceipts } from '@/components/payments/receipt/sent-receipts'
import { useAccount } from '@/components/shell/navigation/use-account'
import { dayName, nonBreaking, zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import { brandLabel } from '@/lib/domain/card'
import { maskedEmail } from '@/lib/domain/masks'
import { formatMajor } from '@/lib/domain/money'
import { type SettlementDays, settlementDays } from '@/lib/domain/settlement-days'
import { common } from '@/lib/messages/common'
import { mail } from '@/lib/messages/mail'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { payments } from '@/lib/messages/payments'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import { DeclineCard, TimedOutCard } from './decline-card'
import { isAwaitingBank } from './is-awaiting-bank'
import { PaymentMoney } from './payment-money'
import { PaymentProperties } from './payment-properties'
import { PaymentTimeline } from './payment-timeline'
import { PaymentSettlement, WhenPaid } from './when-paid'

const copy = payments.detail
const listOf = { path: '/payments', title: payments.title }
/** Refetch interval of a pending payment. Some ends of a payment raise no event. */
const PENDING_POLL_MS = 4_000
const RECEIPT_POLLED_MS = 60_000

/**
 * Actions of a member on receipts. `send` is null for a role without it; `hasMail` is false if the deployment sends no
 * mail.
 */
type PaymentActions = { merchant: string; send: SendReceipt | null; hasMail: boolean }

type Props = { id: string; mayCreate: boolean; receipt: PaymentActions }

/** Renders one payment: amount, state and one sentence about it, then its timeline and related objects. */
export function PaymentScreen({ id, mayCreate, receipt }: Props) {
  const account = useAccount()
  const { timeZone, now, locale } = useLocale()
  const detail = useQuery({
    ...paymentQuery(account, id),
    refetchInterval: (query) => (mayEnd(query.state.data) ? PENDING_POLL_MS : refetchAfterFailure(query)),
  })
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
          <PaymentBadge status={status} />
        </span>
      }
      sentence={<Sentence payment={payment} settlement={settlement} days={days} now={now} />}
      actions={(position) => (
        <Actions
          payment={payment}
          receipt={receipt}
          timeZone={timeZone}
          className={position === 'below' ? 'mt-3 *:grow sm:hidden' : 'max-sm:hidden'}
        />
      )}
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
      {status === 'FAILED' ? (
        <DeclineCard payment={payment} paidLater={paidLater} mayCreate={mayCreate} />
      ) : null}
      {status === 'TIMEOUT' ? (
        <TimedOutCard payment={payment} paidLater={paidLater} mayCreate={mayCreate} />
      ) : null}
      <Card title={copy.timeline}>
        <PaymentTimeline payment={payment} settlement={settlement} events={events} days={days} now={now} />
      </Card>
      <WhenPaid {...detail.data} days={days} />
      {status === 'APPROVED' ? (
        <Card title={copy.money}>
          <PaymentMoney payment={payment} />
          {receipt.send && !receipt.hasMail ? (
            <p className="mt-3 text-muted text-sm">{mail.receipt.off}</p>
          ) : null}
        </Card>
      ) : null}
      {detail.data.receipts.length > 0 ? (
        <Card title={mail.receipts.title}>
          <SentReceipts receipts={detail.data.receipts} />
        </Card>
      ) : null}
      {status === 'APPROVED' ? <ReceiptPrint payment={payment} merchant={receipt.merchant} /> : null}
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
  if (status === 'APPROVED' && settlementId) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-1.5">
        {payments.isSettled} <PaymentSettlement id={settlementId} settlement={settlement} />
      </div>
    )
  }
  const willSettle = status === 'APPROVED' && days
  return (
    <p role="status" className="text-pretty">
      {willSettle
        ? payments.willSettle(
            payments.span(nonBreaking(dayName(days.first, now)), nonBreaking(dayName(days.last, now))),
            nonBreaking(dayName(days.made, now)),
          )
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

type ActionsProps = { payment: ShownPayment; receipt: PaymentActions; timeZone: string; className: string }

function Actions({ payment, receipt, timeZone, className }: ActionsProps) {
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
          {receipt.send && receipt.hasMail ? (
            <SendReceiptButton payment={payment} send={receipt.send} />
          ) : null}
        </>
      ) : null}
      <CopyButton
        value={supportSummary(payment, timeZone)}
        label={copy.support}
        title={copy.supportHint}
        copiedLabel={common.copied}
        failedLabel={common.copyFailed}
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
