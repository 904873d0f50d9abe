import { describe, expect, it } from 'vitest'
import { periodOf } from './generate-settlement'

const HOUR_MS = 3_600_000

/** Returns all days that `periodOf` returns between two instants, each found by the end of the previous one. */
function walk(timezone: string, from: string, until: string, schedule: 'daily' | 'weekly' = 'daily') {
  const periods = [periodOf(new Date(from), { timezone, schedule })]
  for (;;) {
    const last = periods.at(-1)
    if (!last || last.end >= new Date(until)) return periods
    periods.push(periodOf(last.end, { timezone, schedule }))
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns local date and time by another method than the code's: Intl in a locale that formats both at once. */
function local(instant: Date, timezone: string): string {
  const formatter =
    formatters.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timezone, formatter)
  return formatter.format(instant)
}

describe('a settlement’s days', () => {
  const years = [
    ['America/Sao_Paulo', 2017],
    ['America/Sao_Paulo', 2018],
    ['America/Sao_Paulo', 2026],
    ['America/Asuncion', 2023],
    ['America/Asuncion', 2024],
    ['America/Asuncion', 2026],
    ['Europe/Madrid', 2026],
    ['Asia/Kathmandu', 2026],
    ['Pacific/Apia', 2011],
    ['Pacific/Apia', 2026],
    ['America/Guatemala', 2026],
    ['America/Havana', 2026],
    ['America/Santiago', 2026],
    ['Africa/Cairo', 2026],
    ['Asia/Beirut', 2026],
    ['America/St_Johns', 2010],
    ['Australia/Lord_Howe', 2026],
    ['Africa/Casablanca', 2026],
    ['Antarctica/Troll', 2026],
    ['UTC', 2028],
  ] as const

  it.each(years)(
    'the days of a year in %s, %i leave no gap, and each begins at the start of its date',
    (timezone, year) => {
      const days = walk(timezone, `${year}-01-01T12:00:00Z`, `${year + 1}-01-01T12:00:00Z`)
      const seen = new Set<string>()
      for (const [at, { start, end }] of days.entries()) {
        if (at > 0) expect(start).toEqual(days[at - 1]?.end)
        expect([23, 23.5, 24, 24.5, 25, 22, 26]).toContain((end.getTime() - start.getTime()) / HOUR_MS)
        const date = local(start, timezone).slice(0, 10)
        expect(local(new Date(start.getTime() - 1), timezone).slice(0, 10) < date).toBe(true)
        expect(local(new Date(end.getTime() - 1), timezone).slice(0, 10)).toBe(date)
        expect(seen.has(date)).toBe(false)
        seen.add(date)
        // Every instant of the day gives the same day.
        for (const share of [0, 0.25, 0.5, 0.99999]) {
          const inside = new Date(Math.floor(start.getTime() + share * (end.getTime() - start.getTime())))
          expect(periodOf(inside, { timezone, schedule: 'daily' })).toEqual({ start, end })
        }
      }
      const dates = [...seen].map((date) => Date.parse(date) / (24 * HOUR_MS))
      const skipped = timezone === 'Pacific/Apia' && year === 2011 ? 1 : 0
      expect(dates).toHaveLength(1 + Math.max(...dates) - Math.min(...dates) - skipped)
      expect(dates.length).toBeGreaterThan(364)
    },
  )

  const edges = [
    // Midnight is skipped: the day begins at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    // The clock goes from 00:00 back to 23:00: the day before has 25 hours.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['America/Asuncion', '2024-03-23', '2024-03-23T03:00:00.000Z', 25],
    ['America/Asuncion', '2024-10-06', '2024-10-06T04:00:00.000Z', 23],
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z', 24],
    // 30 December does not exist.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
    // The clock goes from 01:00 back to 00:00: the day begins at the first midnight.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ] as const

  it.each(edges)('the day %s, %s begins at %s and has %i hours', (timezone, _date, start, hours) => {
    const end = new Date(Date.parse(start) + hours * HOUR_MS)
    const middle = new Date(Date.parse(start) + 12 * HOUR_MS)
    expect(periodOf(middle, { timezone, schedule: 'daily' })).toEqual({ start: new Date(start), end })
  })

  it.each(['America/Sao_Paulo', 'Pacific/Apia', 'Europe/Madrid'])(
    'weeks of %s begin on Monday and leave no gap',
    (timezone) => {
      for (const { start, end } of walk(timezone, '2011-11-01T12:00:00Z', '2012-11-01T12:00:00Z', 'weekly')) {
        const weekdayOf = (instant: Date) =>
          instant.toLocaleString('en', { timeZone: timezone, weekday: 'long' })
        expect([weekdayOf(start), weekdayOf(end)]).toEqual(['Monday', 'Monday'])
        expect(Math.round((end.getTime() - start.getTime()) / (24 * HOUR_MS))).toBeOneOf([6, 7])
      }
    },
  )
})
