'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { cardName } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useMember, useRead } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import {
  DetailFallback,
  DetailScreen,
  type ListOf,
  redactedName,
  summaryOf,
} from '@/components/detail/detail-screen'
import { MoreMenu, SupportItem } from '@/components/detail/more-menu'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { SettlementLink, settlementHref } from '@/components/settlements/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { nonBreaking, spanText } from '@/components/time/format-time'
import { type Times, useTimes } from '@/components/time/times'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { PaymentDetail } from '@/lib/dashboard/payments/get-payment'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { SettlementName } from '@/lib/dashboard/settlements/shown-settlement'
import type { TransferTimes } from '@/lib/dashboard/settlements/transfer-times'
import { addWorkingDays, dayIn } from '@/lib/domain/calendar-days'
import { maskedEmail } from '@/lib/domain/masks'
import { moneyText } from '@/lib/domain/money'
import { type SettlementDays, settlementDays } from '@/lib/domain/settlement-days'
import type { Translate } from '@/lib/messages/translator'
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

/** Refetch interval of a pending payment. Some ends of a payment raise no event. */
const PENDING_POLL_MS = 4_000
const RECEIPT_POLLED_MS = 60_000

const list: ListOf = {
  path: '/payments',
  title: 'payments.title',
  one: 'payments.one',
  loading: 'payments.loading',
}

export function PaymentScreen({ id }: { id: string }) {
  const t = useTexts()
  const { supportTime } = useTimes()
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
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
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
      list={list}
      copies={payment.id}
      tab={t('payment-detail.oneOf', { amount: moneyText(payment.amount, payment.currency, locale) })}
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
            {sentenceOf(payment, now, t)}
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
            <SupportItem summary={supportSummary(payment, locale, t, supportTime)} />
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
        label: t('payment-detail.json'),
        noEvents: isApproved || status === 'FAILED' ? undefined : t('payment-detail.silent'),
      }}
    >
      {status === 'FAILED' || status === 'TIMEOUT' ? <UnpaidCard {...detail.data} /> : null}
      {payment.dispute ? <DisputeCard detail={detail.data} dispute={payment.dispute} /> : null}
      {isApproved ? <WhenPaid {...detail.data} days={days} /> : null}
      <Card title={t('payment-detail.timeline')}>
        <PaymentTimeline payment={payment} events={events} now={now} />
      </Card>
      {detail.data.receipts.length > 0 ? (
        <Card title={t('receipts.mails')}>
          <SentReceipts receipts={detail.data.receipts} />
        </Card>
      ) : null}
      {isApproved ? <ReceiptPrint payment={payment} merchant={account.name} /> : null}
      {RefundDialog && mayRefund && shownRefund !== null ? <RefundDialog payment={payment} /> : null}
    </DetailScreen>
  )
}

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
function sentenceOf(payment: ShownPayment, now: number, t: Translate): string | null {
  const { status } = payment
  if (payment.mirror.missing) return t('mirror.lastKnown')
  if (status === 'APPROVED') {
    const taken = keptDispute(payment)
    return taken && t(`dispute-states.meaning.${taken.status}`)
  }
  const isOpenOrLate = status === 'PENDING' || status === 'TIMEOUT'
  return isOpenOrLate && isAwaitingBank(payment, now)
    ? t(`payment-detail.sentenceOfBank.${status}`)
    : t(`payment-detail.sentence.${status}`)
}

/** Returns a payment as a text for support: ids, state and the time in both zones, the payer redacted. */
export function supportSummary(
  payment: ShownPayment,
  locale: string,
  t: Translate,
  supportTime: Times['supportTime'],
) {
  const { payer, card, decline, created_at: at, refunded_amount: refunded, currency } = payment
  return summaryOf([
    [t('payment-detail.support.payment'), payment.id],
    [t('payment-detail.support.status'), `${t(`payment-rows.status.${payment.status}`)} (${payment.status})`],
    [t('payment-detail.support.decline'), decline?.code],
    [t('payment-detail.support.amount'), moneyText(payment.amount, currency, locale)],
    [t('payment-detail.support.refunded'), refunded ? moneyText(refunded, currency, locale) : null],
    [t('payment-detail.support.created'), supportTime(at)],
    [
      t('payment-detail.support.payer'),
      [redactedName(payer.name), payer.email && maskedEmail(payer.email)].filter(Boolean).join(', '),
    ],
    [t('payment-detail.support.card'), card ? cardName(card, t) : null],
    [t('payment-detail.support.link'), payment.payment_link?.id],
    [t('payment-detail.support.customer'), payment.customer_id],
    [t('payment-detail.support.authorization'), payment.authorization_code],
    [t('payment-detail.support.processor'), payment.processor_reference],
    [t('payment-detail.support.settlement'), payment.settlement_id],
  ])
}

type Props = Pick<PaymentDetail, 'payment' | 'settlement' | 'settlementSchedule' | 'transferTimes'> & {
  /** Days of the upcoming settlement; null if they are unknown. */
  days: SettlementDays | null
}

function WhenPaid(props: Props) {
  const t = useTexts()
  const { payment } = props
  return (
    <Card title={t('when-paid.title')}>
      <p className="text-pretty">
        {payment.settlement_id ? <Settled {...props} id={payment.settlement_id} /> : <Expected {...props} />}
        {payment.refunded_amount || keptDispute(payment) ? ` ${t('when-paid.takenOut')}` : null}
      </p>
    </Card>
  )
}

function Settled({ id, payment: { dispute }, settlement, transferTimes }: Props & { id: string }) {
  const t = useTexts()
  const times = useTimes()
  const { timeZone, now, locale } = useLocale()
  return (
    <>
      {t('when-paid.settled')}{' '}
      {settlement ? (
        <SettlementLink settlement={settlement} />
      ) : (
        <InlineLink href={settlementHref({ id })}>{t('payment-detail.settlement')}</InlineLink>
      )}
      {'. '}
      {settlement
        ? transferOf(settlement, transferTimes, { timeZone, now, times, t })
        : t('when-paid.unknown')}
      {dispute?.closed_at && dispute.status === 'WON'
        ? ` ${t('when-paid.returned', {
            amount: moneyText(dispute.amount, dispute.currency, locale),
            day: nonBreaking(times.shortDay(dispute.closed_at)),
          })}`
        : null}
    </>
  )
}

function Expected({ payment, settlementSchedule, transferTimes, days }: Props) {
  const t = useTexts()
  const { dayName } = useTimes()
  if (keptDispute(payment) || leftAmount(payment) === 0) return t('when-paid.wentBack')
  if (!days) return t(settlementSchedule ? 'when-paid.notSettled' : 'when-paid.noSchedule')
  const named = (day: string) => nonBreaking(dayName(day))
  const leaves = transferTimes && addWorkingDays(days.made, transferTimes.usual)
  return (
    <>
      {leaves ? (
        <span className="tnum mb-1 block font-semibold text-xl">
          {t('when-paid.by', { day: named(leaves) })}
        </span>
      ) : null}
      {t('when-paid.willSettle', {
        days: spanText(named(days.first), named(days.last)),
        made: named(days.made),
      })}
    </>
  )
}

function transferOf(
  { status, created_at: madeAt, paid_at: paidAt }: SettlementName,
  transferTimes: TransferTimes,
  { timeZone, now, times, t }: { timeZone: string; now: number; times: Times; t: Translate },
): string {
  if (status === 'DEBT') return t('when-paid.DEBT')
  if (status === 'PAID')
    return paidAt
      ? t('when-paid.PAID', { day: nonBreaking(times.shortDay(paidAt)) })
      : t('when-paid.PAID_undated')
  if (!transferTimes) return t('when-paid.PENDING')
  const by = addWorkingDays(dayIn(Date.parse(madeAt), timeZone), transferTimes.usual)
  const isLate = dayIn(now, timeZone) > by
  return t(isLate ? 'when-paid.pendingLate' : 'when-paid.pendingBy', {
    day: nonBreaking(times.dayName(by)),
  })
}
