import { expect, it } from 'vitest'
import { dayPattern, lackedDay, readDay, readSpelledDay } from './typed-day'

const letters = { day: 'dd', month: 'mm', year: 'yyyy' }

it('says the order that the locale writes a day in', () => {
  expect(dayPattern('en-GB', letters)).toBe('dd/mm/yyyy')
  expect(dayPattern('en-US', letters)).toBe('mm/dd/yyyy')
  expect(dayPattern('de', letters)).toBe('dd.mm.yyyy')
  expect(dayPattern('sv', letters)).toBe('yyyy-mm-dd')
})

it('reads each locale’s own order', () => {
  for (const locale of ['en', 'en-GB', 'es-PE', 'de', 'sv', 'hu', 'ko', 'ja', 'ar-EG', 'fa-IR', 'th', 'he']) {
    const written = dayPattern(locale, { year: '2026', month: '11', day: '21' })
    expect(readDay(written, locale), locale).toBe('2026-11-21')
  }
})

it('reads a day whose month is in words, as it is shown', () => {
  const showDay = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${day}T12:00Z`),
    )
  const read = (text: string) => readSpelledDay(text, showDay, { today: '2026-11-21', max: '2026-11-21' })
  for (const day of ['2026-11-15', '2026-09-01', '2026-05-31', '2024-02-29'])
    expect(read(showDay(day))).toBe(day)
  expect(read('15 nov 2026')).toBe('2026-11-15')
  expect(read('15 November 2026')).toBe('2026-11-15')
  for (const text of ['November 15, 2026', 'nov 15 2026', 'Nov. 15th, 2026', '15th Nov 2026'])
    expect(read(text), text).toBe('2026-11-15')
  for (const text of [
    '31 Feb 2026',
    '15 Foo 2026',
    '15 No 2026',
    'Nov 2026',
    'Nov',
    '31 Nov',
    '15/11/2026',
    '',
  ])
    expect(read(text), text).toBeNull()
})

it('a day without its year is the one that is meant', () => {
  const showDay = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${day}T12:00Z`),
    )
  const [today, ahead] = ['2026-11-21', { today: '2026-11-21', min: '2026-11-21' }]
  const past = { today, max: today }
  const read = (text: string, bounds: Parameters<typeof readSpelledDay>[2]) =>
    readSpelledDay(text, showDay, bounds)
  expect(read('5 Nov', past)).toBe('2026-11-05')
  expect(read('Nov 5', past)).toBe('2026-11-05')
  expect(read('21 nov', past)).toBe('2026-11-21')
  expect(read('22 Nov', past)).toBe('2025-11-22')
  expect(read('29 feb', past)).toBe('2024-02-29')
  expect(read('22 Nov', ahead)).toBe('2026-11-22')
  expect(read('5 Nov', ahead)).toBe('2027-11-05')
  expect(read('2 Jan', { today })).toBe('2027-01-02')
  expect(read('30 Oct', { today })).toBe('2026-10-30')
})

it('takes ISO in every locale, and the locale’s order with any separator', () => {
  expect(readDay(' 2026-11-21 ', 'en-US')).toBe('2026-11-21')
  expect(readDay('2026/3/1', 'en-GB')).toBe('2026-03-01')
  expect(readDay('3/4/2026', 'en-GB')).toBe('2026-04-03')
  expect(readDay('3.4.26', 'en-US')).toBe('2026-03-04')
  expect(readDay('21112026', 'en-GB')).toBe('2026-11-21')
  expect(readDay('٢١/١١/٢٠٢٦', 'ar-EG')).toBe('2026-11-21')
})

it('takes nothing that is no day', () => {
  for (const text of ['', '30/02/2026', '21 Nov', '11/2026', '2026-11-21T10:00', '1/2/3/4', '123/1/2026'])
    expect(readDay(text, 'en-GB'), text).toBeNull()
})

it('tells a day that its month has not from one that was typed wrong', () => {
  const showDay = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${day}T12:00Z`),
    )
  const lacked = (text: string) => lackedDay(text, 'en-GB', showDay)
  for (const text of ['31 feb 2026', 'Feb 31, 2026', '31/02/2026', '2026-02-31', '31022026', '29/2/26'])
    expect(lacked(text), text).toEqual({ year: 2026, month: 2, days: 28 })
  expect(lacked('30 feb')).toEqual({ year: null, month: 2, days: 29 })
  expect(lacked('31 Nov')).toEqual({ year: null, month: 11, days: 30 })
  expect(lacked('29 Feb 2024')).toBeNull()
  for (const text of ['', '31 Foo 2026', '1/13/2026', 'the first', '29 feb', '15 Nov 2026'])
    expect(lacked(text), text).toBeNull()
})
