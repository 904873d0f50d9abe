import { dayName } from '@/components/time/format-time'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { settlements } from '@/lib/messages/settlements'

/** Returns the days that a settlement covers in the zone: `14 Sep`, or `7 Sep – 13 Sep`. `now` in milliseconds. */
export function coveredDays(
  { period_start: start, period_end: end }: Pick<SettlementName, 'period_start' | 'period_end'>,
  timeZone: string,
  now: number,
): string {
  const first = dayIn(Date.parse(start), timeZone)
  // The end is exclusive: it is the first instant after the period.
  const last = dayIn(Math.max(Date.parse(end) - 1, Date.parse(start)), timeZone)
  return settlements.span(dayName(first, now), dayName(last, now))
}
