import { expect, it } from 'vitest'
import { dayPattern, readDay, writeDay } from './typed-day'

it('the pattern has the order of the locale', () => {
  const texts = { day: 'dd', month: 'mm', year: 'yyyy' }
  expect(dayPattern('en-GB', texts)).toBe('dd/mm/yyyy')
  expect(dayPattern('en-US', texts)).toBe('mm/dd/yyyy')
  expect(dayPattern('de', texts)).toBe('dd.mm.yyyy')
  expect(dayPattern('sv', texts)).toBe('yyyy-mm-dd')
})

it('a day is read as each locale writes it, and as ISO 8601 in every locale', () => {
  for (const locale of 'en en-GB es-PE de sv hu bg hr ko ja ar-EG fa-IR th he'.split(' ')) {
    expect(readDay(writeDay('2026-11-21', locale), locale), locale).toBe('2026-11-21')
    expect(readDay(' 2026-03-01 ', locale), locale).toBe('2026-03-01')
  }
  expect(readDay('٢١/١١/٢٠٢٦', 'ar-EG')).toBe('2026-11-21')
})

it('leading zeros may be left out, and any separator is accepted', () => {
  expect(readDay('2026/3/1', 'en-GB')).toBe('2026-03-01')
  expect(readDay('3/4/2026', 'en-GB')).toBe('2026-04-03')
  expect(readDay('3.4.2026', 'en-US')).toBe('2026-03-04')
})

it('a text in any other format, or of a day that does not exist, is refused', () => {
  for (const text of [
    '',
    '30/02/2026',
    '21 Nov',
    '21 Nov 2026',
    'Nov 21, 2026',
    '21/11/26',
    '21112026',
    '11/2026',
    '2026-11-21T10:00',
    '1/2/3/4',
    '123/1/2026',
  ])
    expect(readDay(text, 'en-GB'), text).toBeNull()
})
