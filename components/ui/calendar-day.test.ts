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

it.each(zones)('brings every day back as it was, whatever the browser’s clock: %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  for (const day of days) {
    const date = dateOfDay(day)
    expect(date && dayOfDate(date), day).toBe(day)
  }
})

it('takes nothing that is no day', () => {
  for (const none of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today']) expect(dateOfDay(none)).toBeNull()
})

it('begins the week where the locale begins it', () => {
  expect(firstWeekday('en-US')).toBe(0)
  expect(firstWeekday('de')).toBe(1)
  expect(firstWeekday('ar-EG')).toBe(6)
})

it('heads a column with a name that fits it', () => {
  const monday = dateOfDay('2026-11-23')
  if (!monday) throw new Error('no day')
  expect(weekdayHead(monday, 'en')).toBe('Mon')
  expect([...weekdayHead(monday, 'ar')]).toHaveLength(1)
})
