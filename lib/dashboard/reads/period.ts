import { addDays, dayIn, startOfDay } from '@/lib/domain/calendar-days'

export const periods = ['today', '7d', '30d', 'month', 'lastmonth', 'custom'] as const

export type Period = (typeof periods)[number]

/** Filter by calendar days of the account's zone; `from` and `to` belong to `custom`, both included. */
export type DayFilter = {
  period?: Period | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Calendar days (`2026-11-20`), both included; an absent end is open. */
export type DayRange = { from?: string; to?: string }

/** Returns the days of a filter in the zone; `now` in milliseconds. */
export function periodDays(filter: DayFilter, zone: string, now: number): DayRange {
  const today = dayIn(now, zone)
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (filter.period) {
    case undefined:
      return {}
    case 'today':
      return { from: today }
    case '7d':
      return { from: addDays(today, -6) }
    case '30d':
      return { from: addDays(today, -29) }
    case 'month':
      return { from: firstOfMonth }
    case 'lastmonth': {
      const last = addDays(firstOfMonth, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
    case 'custom':
      return { ...(filter.from ? { from: filter.from } : {}), ...(filter.to ? { to: filter.to } : {}) }
  }
}

/** Returns the half-open instants (ISO 8601) of a filter's days in the zone; `now` in milliseconds. */
export function periodBounds(
  filter: DayFilter,
  zone: string,
  now: number,
): { after?: string; before?: string } {
  const { from, to } = periodDays(filter, zone, now)
  return {
    ...(from ? { after: startOfDay(from, zone) } : {}),
    ...(to ? { before: startOfDay(addDays(to, 1), zone) } : {}),
  }
}
