import { expect, it } from 'vitest'
import {
  addDays,
  addWorkingDays,
  dayIn,
  daysBetween,
  firstWeekdayOf,
  instantOf,
  isDay,
  startOfDay,
  weekStartOf,
  workingDaysBetween,
} from './calendar-days'

it('a day begins at midnight of the account’s zone', () => {
  expect(startOfDay('2026-11-20', 'UTC')).toBe('2026-11-20T00:00:00.000Z')
  expect(startOfDay('2026-11-20', 'America/Lima')).toBe('2026-11-20T05:00:00.000Z')
  expect(startOfDay('2026-11-20', 'Asia/Kathmandu')).toBe('2026-11-19T18:15:00.000Z')
  expect(startOfDay('2026-11-20', 'Pacific/Kiritimati')).toBe('2026-11-19T10:00:00.000Z')
})

it('days follow clock changes', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(startOfDay('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
  // Midnight does not exist in Santiago on the night when the clocks go forward.
  expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
  expect(startOfDay('2027-03-14', 'America/Havana')).toBe('2027-03-14T05:00:00.000Z')
  expect(startOfDay('2027-03-28', 'Asia/Beirut')).toBe('2027-03-27T22:00:00.000Z')
  expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
})

it('days are counted across months and leap years', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2028-02-28', '2028-02-28')).toBe(0)
  expect(dayIn(Date.parse('2026-11-20T03:00:00.000Z'), 'America/Lima')).toBe('2026-11-19')
})

it('a wall-clock time is converted to its instant', () => {
  expect(instantOf('2026-11-20T18:30', 'America/Lima')).toBe('2026-11-20T23:30:00.000Z')
  expect(instantOf('2026-07-01T09:00', 'Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z')
  expect(instantOf('2026-10-25T12:00', 'Europe/Berlin')).toBe('2026-10-25T11:00:00.000Z')
  expect(instantOf('soon', 'UTC')).toBeNull()
})

it('a wall-clock time that the clocks skip goes forward by the gap', () => {
  expect(instantOf('2027-09-05T00:30', 'America/Santiago')).toBe('2027-09-05T04:30:00.000Z')
  expect(instantOf('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z')
  expect(instantOf('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(instantOf('2027-03-28T02:00', 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z')
  // Lord Howe Island's gap is half an hour.
  expect(instantOf('2027-10-03T02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z')
  // Apia skipped 30 December 2011.
  expect(instantOf('2011-12-30T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
  // Midnight of a skipped one is where the day starts.
  expect(instantOf('2027-09-05T00:00', 'America/Santiago')).toBe(startOfDay('2027-09-05', 'America/Santiago'))
})

it('a wall-clock time that exists twice is the first of the two', () => {
  expect(instantOf('2027-11-07T01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z')
  expect(instantOf('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
  expect(instantOf('2027-04-03T23:30', 'America/Santiago')).toBe('2027-04-04T02:30:00.000Z')
  expect(instantOf('2027-04-04T01:45', 'Australia/Lord_Howe')).toBe('2027-04-03T14:45:00.000Z')
})

it('every hour around a clock change keeps its wall-clock time', () => {
  for (const [timeZone, day] of [
    ['America/New_York', '2027-03-14'],
    ['Europe/Berlin', '2027-10-31'],
    ['Pacific/Apia', '2011-12-29'],
    ['Pacific/Kiritimati', '2027-01-01'],
    ['Etc/GMT+12', '2027-01-01'],
  ] as const)
    for (const hour of ['00:00', '01:00', '03:00', '04:00', '12:00', '23:59']) {
      const instant = instantOf(`${day}T${hour}`, timeZone)
      const wall = new Date(instant ?? '').toLocaleString('sv-SE', {
        timeZone,
        timeStyle: 'short',
        dateStyle: 'short',
      })
      expect(wall).toBe(`${day} ${hour}`)
    }
})

it('30 February is not a day', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const day of ['2026-02-30', '2026-13-01', '26-1-1', '', '2026-02-28T00:00'])
    expect(isDay(day)).toBe(false)
  expect(instantOf('2026-02-30T10:00', 'UTC')).toBeNull()
})

it('working days are counted across weekends and whole weeks', () => {
  // 20 November 2026 is a Friday.
  expect(workingDaysBetween('2026-11-20', '2026-11-20')).toBe(0)
  expect(workingDaysBetween('2026-11-20', '2026-11-22')).toBe(0)
  expect(workingDaysBetween('2026-11-20', '2026-11-23')).toBe(1)
  expect(workingDaysBetween('2026-11-21', '2026-11-23')).toBe(1)
  expect(workingDaysBetween('2026-11-18', '2026-12-04')).toBe(12)
  expect(workingDaysBetween('2026-11-23', '2026-11-20')).toBe(0)
})

it('adding working days never ends on a weekend', () => {
  expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20')
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23')
  expect(addWorkingDays('2026-11-21', 0)).toBe('2026-11-23')
  expect(addWorkingDays('2026-11-21', 1)).toBe('2026-11-23')
  expect(addWorkingDays('2026-11-18', 12)).toBe('2026-12-04')
})

it.each([
  ['en', '2026-11-15'],
  ['es', '2026-11-16'],
  ['es-MX', '2026-11-15'],
  ['pt-BR', '2026-11-15'],
])('the week in %s begins on the day of the locale', (locale, first) => {
  for (const day of [first, '2026-11-18', '2026-11-21'])
    expect(weekStartOf(day, firstWeekdayOf(locale))).toBe(first)
})
