'use client'

import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { missedAgain } from '@/components/data/query-defaults'
import { QueryFallback } from '@/components/data/query-fallback'
import { ShortId } from '@/components/data/short-id'
import { Developers } from '@/components/detail/developers'
import { Freshness } from '@/components/detail/freshness'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { useListHref } from '@/components/payments/list-place'
import { PaymentBadge } from '@/components/payments/payment-badge'
import { paymentQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/page-header'
import { useAccount } from '@/components/shell/use-account'
import { dayName, unbroken } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { formatMajor } from '@/lib/contract/money'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { common } from '@/lib/messages/common'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'
import { DeclineCard, TimedOutCard } from './decline-card'
import { PaymentMoney } from './payment-money'
import { PaymentProperties } from './payment-properties'
import { PaymentTimeline } from './payment-timeline'
import { type SettlementDays, settlementDays } from './settlement-days'
import { supportSummary } from './support-summary'
import { waitsForBank } from './waits-for-bank'

const words = payments.detail
/** Not every end of a waiting payment is told by an event: the page asks by itself. */
const PENDING_POLL_MS = 4_000

/** One payment: its amount, its state, one plain sentence; then what happened and what it belongs to. */
export function PaymentScreen({ id, mayCreate }: { id: string; mayCreate: boolean }) {
  const account = useAccount()
  const { timeZone, now, locale } = usePlace()
  const detail = useQuery({
    ...paymentQuery(account, id),
    refetchInterval: (query) =>
      query.state.data?.payment.status === 'PENDING' ? PENDING_POLL_MS : missedAgain(query),
  })
  const back = { href: useListHref(), label: payments.title }
  if (!detail.data) {
    return (
      <>
        <PageHeader back={back} title={payments.one} />
        <QueryFallback query={detail} label={payments.loading} />
      </>
    )
  }
  const { payment, confirmed, problem, events, settlementSchedule, paidLater } = detail.data
  const { mirror, ...object } = payment
  const told = events.find(({ kind }) => kind === 'payment.succeeded')?.event_at
  const days = openDays(settlementDays(payment.approved_at ?? told, settlementSchedule, timeZone), now)
  return (
    <>
      <PageHeader
        back={back}
        copies={payment.id}
        tab={payments.oneOf(`${formatMajor(payment.amount, payment.currency, locale)} ${payment.currency}`)}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <Amount amount={payment.amount} currency={payment.currency} />
            <PaymentBadge status={payment.status} />
          </span>
        }
        lead={
          <>
            <Sentence payment={payment} days={days} now={now} />
            <Verbs payment={payment} timeZone={timeZone} className="mt-3 *:grow sm:hidden" />
          </>
        }
        // On a phone the sentence comes first: what can be done is read after what happened.
        action={<Verbs payment={payment} timeZone={timeZone} className="max-sm:hidden" />}
      />
      <div className="flex flex-col gap-4">
        <Freshness confirmed={confirmed} problem={problem} mirror={mirror} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-4">
            {payment.status === 'FAILED' ? (
              <DeclineCard payment={payment} paidLater={paidLater} mayCreate={mayCreate} />
            ) : null}
            {payment.status === 'TIMEOUT' ? (
              <TimedOutCard payment={payment} paidLater={paidLater} mayCreate={mayCreate} />
            ) : null}
            <Card title={words.timeline}>
              <PaymentTimeline payment={payment} events={events} days={days} now={now} />
            </Card>
            {payment.status === 'APPROVED' ? (
              <Card title={words.money}>
                <PaymentMoney payment={payment} />
              </Card>
            ) : null}
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
            <PaymentProperties payment={payment} />
          </div>
          <div className="min-w-0">
            <Developers
              object={object}
              events={events}
              isSilent={payment.status !== 'APPROVED' && payment.status !== 'FAILED'}
            />
          </div>
        </div>
      </div>
    </>
  )
}

/** The days of a settlement that is still to come; what should have been made already is not promised again. */
function openDays(days: SettlementDays | null, now: number): SettlementDays | null {
  const LATE_MS = 2 * 86_400_000
  return days && Date.parse(`${days.made}T00:00:00.000Z`) + LATE_MS > now ? days : null
}

type SentenceProps = { payment: ShownPayment; days: SettlementDays | null; now: number }

function Sentence({ payment, days, now }: SentenceProps) {
  const { status, settlement_id: settlement } = payment
  if (status === 'APPROVED' && settlement) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-1.5">
        {payments.isSettled} <ShortId id={settlement} name={words.settlement} />
      </div>
    )
  }
  const willSettle = status === 'APPROVED' && days
  return (
    <p role="status" className="text-pretty">
      {willSettle
        ? payments.willSettle(
            payments.span(unbroken(dayName(days.first, now)), unbroken(dayName(days.last, now))),
            unbroken(dayName(days.made, now)),
          )
        : sentenceOf(payment, now)}
    </p>
  )
}

function sentenceOf(payment: ShownPayment, now: number): string {
  const { status } = payment
  const isOpenOrLate = status === 'PENDING' || status === 'TIMEOUT'
  return isOpenOrLate && waitsForBank(payment, now)
    ? payments.sentenceOfBank[status]
    : payments.sentence[status]
}

type VerbsProps = { payment: ShownPayment; timeZone: string; className: string }

function Verbs({ payment, timeZone, className }: VerbsProps) {
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {payment.receipt_url ? (
        <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
          <a href={payment.receipt_url} target="_blank" rel="noopener noreferrer">
            {words.receipt}
          </a>
        </Button>
      ) : null}
      <CopyButton
        value={supportSummary(payment, timeZone)}
        label={words.support}
        title={words.supportHint}
        copiedLabel={common.copied}
        failedLabel={common.copyFailed}
        className="min-w-44"
      />
    </div>
  )
}
