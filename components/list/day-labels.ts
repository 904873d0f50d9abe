import { dayName } from '@/components/time/format-time'
import { type DayFilter, periodBounds } from '@/lib/dashboard/schema/period'
import { dayIn } from '@/lib/domain/calendar-days'
import { listFilters } from '@/lib/messages/filters'

/** Returns the label of a date filter; null without one. Days are in the zone, `now` in milliseconds. */
export function periodLabel(filter: DayFilter, timeZone: string, now: number): string | null {
  if (!filter.period) return null
  if (filter.period !== 'custom') return listFilters.periods[filter.period]
  if (isReversed(filter))
    return listFilters.span(dayName(filter.from ?? '', now), dayName(filter.to ?? '', now))
  return daysLabel(filter, timeZone, now) ?? listFilters.periods.custom
}

/** Returns the days of a filter as text; null if it has none. */
export function daysLabel(filter: DayFilter, timeZone: string, now: number): string | null {
  const { first, last } = shownDays(filter, timeZone, now)
  if (first && last) return listFilters.span(dayName(first, now), dayName(last, now))
  if (first && filter.period !== 'custom') {
    return listFilters.span(dayName(first, now), dayName(dayIn(now, timeZone), now))
  }
  if (first) return listFilters.since(dayName(first, now))
  return last ? listFilters.until(dayName(last, now)) : null
}

/** Returns the first and last calendar day of a filter; an open end is null. */
export function shownDays(filter: DayFilter, timeZone: string, now: number) {
  const { after, before } = periodBounds(filter, timeZone, now)
  const day = (iso: string, shiftMs: number) => dayIn(Date.parse(iso) - shiftMs, timeZone)
  return { first: after ? day(after, 0) : null, last: before ? day(before, 1) : null }
}

/** Returns whether a range ends before it begins. */
export function isReversed({ period, from, to }: DayFilter): boolean {
  return period === 'custom' && from !== undefined && to !== undefined && from > to
}
