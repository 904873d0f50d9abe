import { spanText } from '@/components/time/format-time'
import type { Times } from '@/components/time/times'
import { type DayFilter, periodBounds } from '@/lib/dashboard/reads/period'
import { dayIn } from '@/lib/domain/calendar-days'
import type { Translate } from '@/lib/messages/translator'

/** Formats of days, zone of the account, and the current time in milliseconds. */
type Where = { times: Pick<Times, 'dayName'>; timeZone: string; now: number }

/** Returns the label of a date filter; null without one. */
export function periodLabel(filter: DayFilter, t: Translate, where: Where): string | null {
  if (!filter.period) return null
  if (filter.period !== 'custom') return t(`filters.listFilters.periods.${filter.period}`)
  const { dayName } = where.times
  if (isReversed(filter)) return spanText(dayName(filter.from ?? ''), dayName(filter.to ?? ''))
  return daysLabel(filter, t, where) ?? t('filters.listFilters.periods.custom')
}

/** Returns the days of a filter as text; null if it has none. */
export function daysLabel(
  filter: DayFilter,
  t: Translate,
  { times: { dayName }, timeZone, now }: Where,
): string | null {
  const { first, last } = shownDays(filter, timeZone, now)
  if (first && last) return spanText(dayName(first), dayName(last))
  if (first && filter.period !== 'custom') return spanText(dayName(first), dayName(dayIn(now, timeZone)))
  if (first) return t('filters.listFilters.since', { from: dayName(first) })
  return last ? t('filters.listFilters.until', { to: dayName(last) }) : null
}

/** Returns the first and last calendar day of a filter; an open end is null. */
export function shownDays(filter: DayFilter, timeZone: string, now: number) {
  const { after, before } = periodBounds(filter, timeZone, now)
  const day = (iso: string, shiftMs: number) => dayIn(Date.parse(iso) - shiftMs, timeZone)
  return { first: after ? day(after, 0) : null, last: before ? day(before, 1) : null }
}

export function isReversed({ period, from, to }: DayFilter): boolean {
  return period === 'custom' && from !== undefined && to !== undefined && from > to
}
