import { addDays, dayIn, startOfDay } from '@/lib/contract/calendar-days'

export const periods = ['today', '7d', '30d', 'month', 'lastmonth', 'custom'] as const
export type Period = (typeof periods)[number]

/** A filter by calendar days of the account's zone; `from` and `to` belong to `custom`, both included. */
export type DayFilter = {
  period?: Period | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Returns the half-open instants (ISO 8601) of a filter's days in the zone; `now` in milliseconds. */
export function periodBounds(
  filter: DayFilter,
  zone: string,
  now: number,
): { after?: string; before?: string } {
  const today = dayIn(now, zone)
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (filter.period) {
    case undefined:
      return {}
    case 'today':
      return { after: startOfDay(today, zone) }
    case '7d':
      return { after: startOfDay(addDays(today, -6), zone) }
    case '30d':
      return { after: startOfDay(addDays(today, -29), zone) }
    case 'month':
      return { after: startOfDay(firstOfMonth, zone) }
    case 'lastmonth': {
      const previous = `${addDays(firstOfMonth, -1).slice(0, 8)}01`
      return { after: startOfDay(previous, zone), before: startOfDay(firstOfMonth, zone) }
    }
    case 'custom':
      return {
        ...(filter.from ? { after: startOfDay(filter.from, zone) } : {}),
        ...(filter.to ? { before: startOfDay(addDays(filter.to, 1), zone) } : {}),
      }
  }
}
