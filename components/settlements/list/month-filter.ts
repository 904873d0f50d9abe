import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { monthName } from '@/components/time/format-time'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { settlements } from '@/lib/messages/settlements'

/** Three years. Older months are reached by their address. */
const MONTHS_MAX = 36

type Months = { firstAt: string | null; timeZone: string; now: number }

/**
 * Returns the filter by the month, in the account's zone, in which a settlement was created: the months since the first
 * settlement, and the month of the address.
 */
export function monthFilter(months: Months, chosen: string | undefined): FilterEntry<SettlementFilter> {
  const offered = monthsSince(months)
  const all = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen]
  return {
    ...choiceFilter(
      'month',
      settlements.month,
      Object.fromEntries(all.map((month) => [month, monthName(month)])),
    ),
    idle: {
      isIdle: ({ anyDate }) => anyDate,
      mark: settlements.periodIdle,
      why: settlements.periodIdleWhy,
    },
  }
}

/** Returns the months (`2026-11`) from the first settlement's to the current one, newest first. `now` in milliseconds. */
function monthsSince({ firstAt, timeZone, now }: Months): string[] {
  const monthOf = (instant: number) => dayIn(instant, timeZone).slice(0, 7)
  const first = monthOf(firstAt === null ? now : Date.parse(firstAt))
  const months = []
  for (let month = monthOf(now); month >= first && months.length < MONTHS_MAX; month = monthBefore(month))
    months.push(month)
  return months
}

function monthBefore(month: string): string {
  const date = new Date(`${month}-01T00:00:00.000Z`)
  date.setUTCMonth(date.getUTCMonth() - 1)
  return date.toISOString().slice(0, 7)
}
