import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { dayName } from '@/components/time/format-time'
import { Dotted } from '@/components/ui/dotted'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { type PaymentStatus, paymentStates } from '@/lib/contract/states'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import type { SettlementDays } from '@/lib/domain/settlement-days'
import { payments } from '@/lib/messages/payments'
import { times } from '@/lib/messages/times'
import { endedBy, isAwaitingBank } from './is-awaiting-bank'
import { paymentNet } from './payment-money'
import { PaymentSettlement } from './when-paid'

const copy = payments.detail

const eventOf: Partial<Record<PaymentStatus, string>> = {
  APPROVED: 'payment.succeeded',
  FAILED: 'payment.failed',
}

type Props = {
  payment: ShownPayment
  /** The settlement of the payment, if the mirror has it. */
  settlement: SettlementName | null
  events: readonly ReceivedEvent[]
  days: SettlementDays | null
  now: number
}

/** Renders the history of a payment from the service's reports alone. A moment that is not reported is omitted. */
export function PaymentTimeline({ payment, settlement, events, days, now }: Props) {
  const started = payment.payment_link || !payment.customer_id ? copy.started : copy.charged
  const entries: TimelineEntry[] = [
    { key: 'started', title: started, when: <DateTime iso={payment.created_at} /> },
    outcome(payment, events, now),
  ]
  if (payment.status === 'APPROVED') entries.push(settling(payment, settlement, days, now))
  return <Timeline label={copy.timeline} entries={entries} />
}

function outcome(payment: ShownPayment, events: readonly ReceivedEvent[], now: number): TimelineEntry {
  const { status } = payment
  if (status === 'PENDING') {
    const [title, when] = isAwaitingBank(payment, now)
      ? [copy.waitingForBank, copy.noAnswerYet]
      : [copy.waiting, copy.notYetFinished]
    return { key: 'outcome', title, when, tone: 'neutral', pending: true }
  }
  const reported = events.find((event) => event.kind === eventOf[status])
  const at = payment.approved_at ?? reported?.event_at
  const by = endedBy(payment)
  return {
    key: 'outcome',
    title: payments.status[status],
    when: at ? <DateTime iso={at} /> : by ? <Latest iso={by} /> : null,
    tone: paymentStates[status].tone,
    // The text for a decline is absent, because the sentence at the top of the page already states that nothing was
    // charged.
    detail: status === 'APPROVED' ? <Received payment={payment} /> : null,
  }
}

/** Renders the latest possible time of a moment that the service does not report. */
function Latest({ iso }: { iso: string }) {
  return (
    <>
      {copy.by} <DateTime iso={iso} variant="row" />
    </>
  )
}

/** Renders fee and net. The fee is charged at the moment of the approval. */
function Received({ payment }: { payment: ShownPayment }) {
  const net = paymentNet(payment)
  if (net === null) return null
  return (
    <p>
      <Dotted>
        <span>
          {copy.feeTaken} <Amount amount={payment.fee_amount ?? 0} currency={payment.currency} />
        </span>
        <span>
          {copy.net} <Amount amount={net} currency={payment.currency} />
        </span>
      </Dotted>
    </p>
  )
}

function settling(
  payment: ShownPayment,
  settlement: SettlementName | null,
  days: SettlementDays | null,
  now: number,
): TimelineEntry {
  if (payment.settlement_id) {
    const detail = <PaymentSettlement id={payment.settlement_id} settlement={settlement} />
    return { key: 'settlement', title: copy.settled, when: null, detail, tone: 'success' }
  }
  const when = days ? copy.expected(dayName(days.made, now)) : times.notYet
  return { key: 'settlement', title: copy.notSettled, when, pending: true }
}
