import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { decodeText } from '@/lib/domain/decode-text'
import { readBankLines } from './read-bank-lines'

const folder = path.join(import.meta.dirname, '../../test/cases/bank')
const cases: Record<string, { currency: string; expect_lines_in_minor_units: [string, number][] }> =
  JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'))

function open(name: string): string {
  const bytes = readFileSync(path.join(folder, name))
  return decodeText(new Uint8Array(bytes).buffer)
}

describe.each(Object.entries(cases))(
  'the file %s',
  (name, { currency, expect_lines_in_minor_units: lines }) => {
    test.each(['en-US', 'de-DE'])('is read without a wrong line in %s', (locale) => {
      const today = '2026-11-26'
      const read = readBankLines(open(`${name}.csv`), { currency, locale, timeZone: 'Europe/Berlin', today })
      const found = read.lines.map(({ day, minor }) => [day, Number(minor)])
      expect(found.toSorted()).toEqual(lines.toSorted())
      expect(read.lines.every(({ isProven }) => isProven)).toBe(true)
    })
  },
)

/** Returns a file with its records changed: `columns` gives the new order of columns, `headings` the new names. */
function changed(text: string, change: (records: string[][], headingAt: number) => string[][]): string {
  const delimiter = [';', '\t', ','].toSorted(
    (one, other) => text.split(other).length - text.split(one).length,
  )[0]
  const records = Papa.parse<string[]>(text, { delimiter: delimiter ?? ',' }).data.filter(
    (cells) => cells.join('') !== '',
  )
  const first = records.findIndex(
    (cells) =>
      cells.some((cell) => /^"?\d{1,4}[-/. ]?\w{2,3}[-/. ]?\d{2,4}\b/.test(cell.trim())) && cells.length > 2,
  )
  return Papa.unparse(change(records, first - 1), { delimiter: delimiter ?? ',' })
}

const width = (records: string[][]) => Math.max(...records.map(({ length }) => length))
const changes: Record<string, (records: string[][], headingAt: number) => string[][]> = {
  'with unknown headings': (records, headingAt) =>
    records.map((cells, index) =>
      index === headingAt ? cells.map((_, at) => `Qwx${'abcdefghijklmnopqrstuvwxyz'[at]}`) : cells,
    ),
  'without its headings': (records, headingAt) => records.slice(headingAt + 1),
  'with its columns in the opposite order': (records) =>
    records.map((cells) =>
      Array.from({ length: width(records) }, (_, at) => cells[width(records) - 1 - at] ?? ''),
    ),
  'with its rows in the opposite order': (records, headingAt) => [
    ...records.slice(0, headingAt + 1),
    ...records.slice(headingAt + 1).toReversed(),
  ],
  'without any sign': (records, headingAt) =>
    records.map((cells, index) =>
      cells.map((cell) =>
        index > headingAt ? cell.replace(/-(?=[\d., ]+$)|^\((?=.*\)$)|(?<=^\(.*)\)$/g, '') : cell,
      ),
    ),
}

describe.each(Object.keys(changes))('a file %s', (change) => {
  test.each(Object.entries(cases).filter(([name]) => name !== 'mt940'))(
    'never has a wrong line: %s',
    (name, { currency, expect_lines_in_minor_units: lines }) => {
      const context = { currency, locale: 'en-US', timeZone: 'Europe/Berlin', today: '2026-11-26' }
      const mutate = changes[change]
      const text = changed(open(`${name}.csv`), (records, at) => (mutate ? mutate(records, at) : records))
      const right = lines.map((line) => line.join(' '))
      const proven = readBankLines(text, context).lines.filter(({ isProven }) => isProven)
      const wrong = proven.map(({ day, minor }) => `${day} ${minor}`).filter((line) => !right.includes(line))
      expect(wrong).toEqual([])
    },
  )
})
