import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { dayName } from '@/components/time/format-time'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { SettlementDetail, ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'

const copy = settlements.detail

/** Renders creation, transfer and arrival as the host reports them. */
export function SettlementTimeline({
  settlement,
  expectedBy,
}: Pick<SettlementDetail, 'settlement' | 'expectedBy'>) {
  const { now } = useLocale()
  const made: TimelineEntry = {
    key: 'made',
    title: copy.generated,
    when: <DateTime iso={settlement.created_at} />,
  }
  const next = settlement.status === 'DEBT' ? [debtEntry] : transfer(settlement, expectedBy, now)
  return <Timeline label={copy.timeline} entries={[made, ...next]} />
}

const debtEntry: TimelineEntry = { key: 'debt', title: copy.noTransfer, when: null, tone: 'warning' }

function transfer(
  { status, paid_at: paidAt }: ShownSettlement,
  expectedBy: string | null,
  now: number,
): TimelineEntry[] {
  if (status === 'PAID') {
    return [
      { key: 'way', title: copy.onItsWay, when: null },
      { key: 'paid', title: copy.left, when: paidAt ? <DateTime iso={paidAt} /> : null, tone: 'success' },
    ]
  }
  const when = expectedBy ? copy.expectedBy(dayName(expectedBy, now)) : times.notYet
  return [
    { key: 'way', title: copy.onItsWay, when: null, tone: 'neutral' },
    { key: 'paid', title: copy.leaves, when, pending: true },
  ]
}
