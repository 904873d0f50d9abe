import { afterEach, expect, it, vi } from 'vitest'
import { dateOfDay, dayOfDate, firstWeekday, weekdayHead } from './calendar-day'

afterEach(() => vi.unstubAllEnvs())

const zones = [
  'UTC',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Pacific/Kiritimati',
  'Asia/Beirut',
  'Africa/Monrovia',
]
const days = ['2026-11-21', '2018-11-04', '2026-03-29', '2024-02-29', '0099-12-31', '1972-01-07']

it.each(zones)('every day survives the conversion in the browser’s zone %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  for (const day of days) {
    const date = dateOfDay(day)
    expect(date && dayOfDate(date), day).toBe(day)
  }
})

it('a text that is not a day gives null', () => {
  for (const none of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today']) expect(dateOfDay(none)).toBeNull()
})

it('the week begins on the first day of the locale', () => {
  expect(firstWeekday('en-US')).toBe(0)
  expect(firstWeekday('de')).toBe(1)
  expect(firstWeekday('ar-EG')).toBe(6)
})

it('the heading of a column is short enough for it', () => {
  const monday = dateOfDay('2026-11-23')
  if (!monday) throw new Error('no day')
  expect(weekdayHead(monday, 'en')).toBe('Mon')
  expect([...weekdayHead(monday, 'ar')]).toHaveLength(1)
})
