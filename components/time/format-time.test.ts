import { expect, it } from 'vitest'
import { english } from '@/test/english'
import { exactTime, relativeTime, zoneCity, zonedTime } from './format-time'
import { timesOf } from './times'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const times = (timeZone = 'UTC', at = now) =>
  timesOf(english, { language: 'en', locale: 'en' }, { timeZone, now: at })

it('dates are formatted in the given zone, never in the machine’s', () => {
  expect(times('America/Lima').shortTime('2026-09-14T02:30:00.000Z')).toBe('13 Sep, 21:30')
  expect(times('Asia/Tokyo').shortTime('2026-09-14T02:30:00.000Z')).toBe('14 Sep, 11:30')
  expect(times('America/Lima').dayOnly('2026-09-14T02:30:00.000Z')).toBe('13 Sep 2026')
  expect(times().monthName('2026-09')).toBe('September 2026')
})

it('an hour carries its day only if the day differs in the zone', () => {
  expect(times('UTC').soonTime('2026-11-20T14:20:00.000Z')).toBe('14:20')
  expect(times('America/Lima').soonTime('2026-11-21T01:20:00.000Z')).toBe('20:20')
  expect(times('UTC').soonTime('2026-11-21T01:20:00.000Z')).toBe('21 Nov, 01:20')
})

it('a date carries its year only if the year differs', () => {
  expect(times('UTC').shortTime('2025-12-31T23:30:00.000Z')).toBe('31 Dec 2025, 23:30')
  expect(times('America/Lima').shortDay('2027-01-01T04:59:59.000Z')).toBe('31 Dec')
  expect(times('America/Lima').shortDay('2027-01-01T05:00:00.000Z')).toBe('1 Jan 2027')
  // The year is compared in the given zone.
  expect(times('UTC', Date.parse('2027-01-01T03:00:00.000Z')).shortDay('2026-12-31T12:00:00.000Z')).toBe(
    '31 Dec 2026',
  )
  expect(
    times('America/Lima', Date.parse('2027-01-01T03:00:00.000Z')).shortDay('2026-12-31T12:00:00.000Z'),
  ).toBe('31 Dec')
})

it('an exact time carries the zone’s city, and a zoned time the full zone', () => {
  const iso = '2026-09-14T02:30:05.000Z'
  expect(exactTime(iso, 'America/New_York')).toBe('13 Sep 2026, 22:30:05 (New\u00a0York)')
  expect(zonedTime(iso, 'America/New_York')).toBe('13 Sep 2026, 22:30:05 (America/New_York)')
})

it('a duration is a text of one unit', () => {
  const MINUTE_MS = 60_000
  expect(times().durationText(59_000)).toBe('moments')
  expect(times().durationText(4.2 * MINUTE_MS)).toBe('4 min')
  expect(times().durationText(25 * 60 * MINUTE_MS)).toBe('25 h')
  expect(times().durationText(72 * 60 * MINUTE_MS)).toBe('3 days')
})

it('a time is relative only within a day', () => {
  expect(relativeTime('2026-11-20T11:59:40.000Z', now, english)).toBe('just now')
  expect(relativeTime('2026-11-20T11:57:00.000Z', now, english)).toBe('3 min ago')
  expect(relativeTime('2026-11-20T14:30:00.000Z', now, english)).toBe('in 2 h')
  expect(relativeTime('2026-11-19T11:59:00.000Z', now, english)).toBeNull()
})

it('a zone is shortened to its city, without a line break inside', () => {
  expect(zoneCity('America/New_York')).toBe('New\u00a0York')
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos\u00a0Aires')
  expect(zoneCity('UTC')).toBe('UTC')
})

it('the name of a calendar day does not depend on the machine’s zone', () => {
  expect(times().dayName('2026-09-14')).toBe('14 Sep')
  expect(times().dayName('2025-12-31')).toBe('31 Dec 2025')
})

it('a calendar day can carry its weekday', () => {
  expect(times().weekdayName('2026-09-14')).toBe('Mon 14 Sep 2026')
  expect(times().fullDayName('2026-09-14')).toBe('14 Sep 2026')
})
