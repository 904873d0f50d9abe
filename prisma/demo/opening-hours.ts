import { periodOf } from '@/lib/service/settlements/settlement-period'
import type { Random } from './random'

export interface OpeningHours {
  /** Returns a likely time of a purchase between the two; any time between them if there is none. */
  between(random: Random, from: Date, until: Date): Date
  /** Returns a number of times from `since` on, in order, some of them in the last hours. */
  instants(random: Random, count: number, since: Date): Date[]
  /** Returns the beginning of a day, counted back from the last one. */
  dayBefore(days: number): Date
  /** Returns the beginning of a Saturday, in weeks before the next one; today's counts as the next one. */
  saturday(weeksBack: number): Date
}

export interface TradingPeriod {
  timezone: string
  from: Date
  until: Date
}

interface Day {
  begin: Date
  end: Date
  hours: readonly (readonly [hour: number, weight: number])[]
  weight: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const TRIES = 60
const SATURDAY = 6

/** Weights from Sunday on: a bakery is busy on weekends and rests on Monday. */
const WEEKDAYS = [1.1, 0.6, 0.78, 0.9, 1.05, 1.3, 1.45] as const
/** End of the month, when offices pay their bills and salaries have arrived. */
const MONTH_END = { days: 3, weight: 1.5 }
/** Growth of the shop from its first day to its last. */
const GROWTH = 0.35

/** Relative number of purchases in each hour of the shop's day. */
const WORKDAY: Day['hours'] = [
  [6, 1],
  [7, 3],
  [8, 5],
  [9, 5],
  [10, 4],
  [11, 7],
  [12, 11],
  [13, 9],
  [14, 5],
  [15, 4],
  [16, 5],
  [17, 8],
  [18, 10],
  [19, 9],
  [20, 7],
  [21, 4],
  [22, 2],
]
const WEEKEND: Day['hours'] = [
  [7, 1],
  [8, 3],
  [9, 7],
  [10, 10],
  [11, 11],
  [12, 9],
  [13, 7],
  [14, 6],
  [15, 5],
  [16, 4],
  [17, 5],
  [18, 6],
  [19, 6],
  [20, 4],
  [21, 3],
  [22, 1],
]
/** Minutes before now of the latest payments, whatever the hour, so that a demo at night is not empty. */
const LATEST = [7, 26, 54, 95, 131, 205, 310, 455, 640, 890, 1_190] as const

/** Returns the times of a shop's sales: by the hour, the weekday and the month in its own zone. */
export function openingHours({ timezone, from, until }: TradingPeriod): OpeningHours {
  const calendar = { timezone, schedule: 'daily' } as const
  const days: Day[] = []
  for (
    let { start, end } = periodOf(from, calendar);
    start < until;
    { start, end } = periodOf(end, calendar)
  ) {
    days.push(
      aDay(start, end, (start.getTime() - from.getTime()) / (until.getTime() - from.getTime()), timezone),
    )
  }
  const weighted = days.map((day) => [day, day.weight] as const)
  const anInstant = (random: Random): Date => {
    const { begin, end, hours } = random.weighted(weighted)
    const after = random.weighted(hours) * HOUR_MS + random.int(0, HOUR_MS - 1)
    return new Date(Math.min(begin.getTime() + after, end.getTime() - 1))
  }
  const between = (random: Random, first: Date, last: Date): Date => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const instant = anInstant(random)
      if (instant >= first && instant < last) return instant
    }
    return new Date(random.int(first.getTime(), last.getTime() - 1))
  }
  const today = new Date(periodOf(until, calendar).start.getTime() + DAY_MS / 2)
  // Counted from noon, so that a clock change of an hour stays within the day.
  const dayBefore = (days: number) => periodOf(new Date(today.getTime() - days * DAY_MS), calendar).start
  return {
    between,
    instants(random, count, since) {
      const latest = LATEST.slice(0, Math.floor(count / 10))
        .map((minutes) => new Date(until.getTime() - minutes * MINUTE_MS - random.int(0, MINUTE_MS)))
        .filter((instant) => instant >= since)
      const others = Array.from({ length: count - latest.length }, () =>
        between(random, since, new Date(until.getTime() - MINUTE_MS)),
      )
      return [...others, ...latest].sort((a, b) => a.getTime() - b.getTime())
    },
    dayBefore,
    saturday: (weeksBack) => dayBefore(dateOf(today, timezone).weekday - SATURDAY + weeksBack * 7),
  }
}

function aDay(begin: Date, end: Date, progress: number, timezone: string): Day {
  const noon = new Date(begin.getTime() + DAY_MS / 2)
  const { weekday, untilMonthEnds } = dateOf(noon, timezone)
  const busy = untilMonthEnds < MONTH_END.days ? MONTH_END.weight : 1
  return {
    begin,
    end,
    hours: weekday === 0 || weekday === 6 ? WEEKEND : WORKDAY,
    weight: (WEEKDAYS[weekday] ?? 1) * busy * (1 + GROWTH * progress),
  }
}

/** Returns the weekday from Sunday on, and the remaining days of the month, by the zone's calendar. */
function dateOf(instant: Date, timezone: string): { weekday: number; untilMonthEnds: number } {
  const [month = 1, day = 1, year = 0] = instant
    .toLocaleDateString('en-US', { timeZone: timezone })
    .split('/')
    .map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { weekday, untilMonthEnds: new Date(Date.UTC(year, month, 0)).getUTCDate() - day }
}
