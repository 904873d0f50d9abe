import { expect, it } from 'vitest'
import { cellPlaces, readRecords } from './read-records'

it.each([
  ['a,b\nTea,12.50\n', ['Tea', '12.50']],
  ['a;b;c\nTea;;3\n', ['Tea', '', '3']],
  ['a,b,c\n"Two\nlines, ""quoted""",abc,"x"\n', ['Two\nlines, ""quoted""', 'abc', 'x']],
  ['a\tb\n  \n Tea \t', [' Tea ', '']],
  ['\uFEFFa,b\r\n"",""\r\nTea,"1"\r\n', ['Tea', '1']],
])('knows where each cell of the last row stands in %j', (text, cells) => {
  const { records, delimiter } = readRecords(text)
  const last = records.at(-1)
  const places = last ? cellPlaces(text, last.place, delimiter) : []
  expect(places.map(({ from, to }) => text.slice(from, to))).toEqual(cells)
})

it('stays within its row where a quotation mark is never closed', () => {
  const text = 'a,b\n"Tea,1'
  const [, row] = readRecords(text).records
  expect(row && cellPlaces(text, row.place, ',')).toEqual([{ from: 5, to: 10 }])
})
