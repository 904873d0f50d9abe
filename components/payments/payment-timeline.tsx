import type { ReceivedEvent } from '@/components/data/list-page'
import { DateTime } from '@/components/time/date-time'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { type PaymentStatus, paymentStates } from '@/lib/contract/states'
import { payments } from '@/lib/messages/payments'
import { times } from '@/lib/messages/times'
import type { ShownPayment } from './payment-shapes'

const words = payments.detail

const eventOf: Partial<Record<PaymentStatus, string>> = {
  APPROVED: 'payment.succeeded',
  FAILED: 'payment.failed',
}

/** What happened to a payment, told only from what the service told. */
export function PaymentTimeline({
  payment,
  events,
}: {
  payment: ShownPayment
  events: readonly ReceivedEvent[]
}) {
  const entries: TimelineEntry[] = [
    { key: 'started', title: words.started, when: <DateTime iso={payment.created_at} /> },
    outcome(payment, events),
  ]
  if (payment.status === 'APPROVED') entries.push(settlement(payment))
  return <Timeline label={words.timeline} entries={entries} />
}

function outcome(payment: ShownPayment, events: readonly ReceivedEvent[]): TimelineEntry {
  const { status } = payment
  if (status === 'PENDING') {
    return { key: 'outcome', title: words.waiting, when: times.notYet, tone: 'neutral', pending: true }
  }
  const told = events.find((event) => event.kind === eventOf[status])
  const at = payment.approved_at ?? told?.event_at
  return {
    key: 'outcome',
    title: payments.status[status],
    when: at ? <DateTime iso={at} /> : words.timeUnknown,
    tone: paymentStates[status].tone,
    detail: payment.decline ? (
      <>
        <p>{words.declined(payment.decline.code)}</p>
        <p>{payment.decline.advice}</p>
      </>
    ) : null,
  }
}

function settlement(payment: ShownPayment): TimelineEntry {
  return payment.settlement_id
    ? { key: 'settlement', title: words.settled, when: '', detail: payment.settlement_id, tone: 'success' }
    : { key: 'settlement', title: words.notSettled, when: times.notYet, pending: true }
}
