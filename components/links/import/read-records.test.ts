import { expect, it } from 'vitest'
import { cellRanges, readRecords } from './read-records'

it.each([
  ['a,b\nTea,12.50\n', ['Tea', '12.50']],
  ['a;b;c\nTea;;3\n', ['Tea', '', '3']],
  ['a,b,c\n"Two\nlines, ""quoted""",abc,"x"\n', ['Two\nlines, ""quoted""', 'abc', 'x']],
  ['a\tb\n  \n Tea \t', [' Tea ', '']],
  ['\uFEFFa,b\r\n"",""\r\nTea,"1"\r\n', ['Tea', '1']],
])('the ranges of the cells of the last row are exact in %j', (text, cells) => {
  const { records, delimiter } = readRecords(text)
  const last = records.at(-1)
  const ranges = last ? cellRanges(text, last.range, delimiter) : []
  expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(cells)
})

it('a quotation mark that is never closed does not extend a range beyond its row', () => {
  const text = 'a,b\n"Tea,1'
  const [, row] = readRecords(text).records
  expect(row && cellRanges(text, row.range, ',')).toEqual([{ from: 5, to: 10 }])
})
