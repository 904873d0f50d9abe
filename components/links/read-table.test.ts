import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, test } from 'vitest'
import { decodeText } from '@/lib/domain/decode-text'
import { english } from '@/test/english'
import { readTable } from './read-table'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const context = { t: english, currency: 'EUR', locale: 'en-US', timeZone: 'Europe/Berlin', now }
const read = (text: string, over: Partial<typeof context> = {}) => readTable(text, { ...context, ...over })

/** Returns the problems of a table, then for each row its link or the columns of its mistakes. */
function rowsIn(text: string, over: Partial<typeof context> = {}) {
  const { problems, mistakes, rows } = read(text, over)
  const numbers = [...new Set([...mistakes, ...rows].map(({ row }) => row))].sort((one, other) => one - other)
  return [
    ...problems,
    ...numbers.map((number) => {
      const wrong = mistakes.filter(({ row }) => row === number).map(({ column }) => column)
      return rows.find(({ row }) => row === number)?.body ?? wrong.join()
    }),
  ]
}

function open(name: string): string {
  const bytes = readFileSync(path.join(import.meta.dirname, '../../test/cases/import', name))
  return decodeText(new Uint8Array(bytes).buffer)
}

const link = (title: string, amount: number, more: object = {}) => ({
  title,
  amount,
  max_uses: 1,
  metadata: {},
  ...more,
})

test.each([
  [
    'de-excel-thousands.csv',
    [
      link('Anzahlung Küche', 1000),
      link('Restzahlung', 1250.5),
      link('Lieferung', 12.5),
      link('Montage', 2500),
    ],
  ],
  [
    'us-thousands.csv',
    [link('Deposit', 1000), link('Rest', 1250.5), link('Delivery', 12.5), link('Assembly', 2500)],
  ],
  ['utf16-csv.csv', [link('Café', 12.5)]],
  ['currency-signs.csv', [link('Table 1', 12.5), link('Table 2', 12.5)]],
  [
    'excel-dates.csv',
    [
      link('Table 1', 12.5, { expires_at: '2026-12-31T22:59:59.000Z' }),
      link('Table 2', 12.5, { expires_at: '2026-12-31T17:30:00.000Z' }),
    ],
  ],
])('%s is read as its program means it, in any browser', (name, rows) => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR']) expect(rowsIn(open(name), { locale })).toEqual(rows)
})

it('a table may have commas, semicolons or tabs, a byte order mark, CRLF and quotes', () => {
  for (const text of [
    'title,amount\n"Tea, hot",12.50\n',
    '\uFEFFTitle;Amount\r\nTea, hot;12,50\r\n\r\n',
    'title\tamount\nTea, hot\t12.50',
  ])
    expect(rowsIn(text)).toEqual([link('Tea, hot', 12.5)])
})

it('every field of a link is read', () => {
  const text =
    'title,amount,description,Max_uses,expires_at,metadata.Order No\nTea,2,Hot,unlimited,2026-12-31,A-1\nTea,2,,25,2026-12-31 8:30:15,\nTea,2,,,2026-12-31T18:30,\n'
  expect(rowsIn(text, { timeZone: 'America/Lima' })).toEqual([
    {
      title: 'Tea',
      amount: 2,
      description: 'Hot',
      max_uses: null,
      expires_at: '2027-01-01T04:59:59.000Z',
      metadata: { 'Order No': 'A-1' },
    },
    link('Tea', 2, { max_uses: 25, expires_at: '2026-12-31T13:30:00.000Z' }),
    link('Tea', 2, { expires_at: '2026-12-31T23:30:00.000Z' }),
  ])
})

it('every mistake of every row is reported with its row in a spreadsheet, its column and its cell', () => {
  const { problems, mistakes, rows } = read(
    'title,amount,max_uses,expires_at\nx,0,0,2020-01-01\n\n"Tea\nhot",abc,1.5,2026-02-30\nTea,2,1,tomorrow,more\n',
  )
  expect([problems, rows]).toEqual([[], []])
  expect(mistakes[0]?.problem).toBe(english('link-problems.title'))
  expect(mistakes.map(({ row, column, cell }) => [row, column, cell])).toEqual([
    [2, 'title', 'x'],
    [2, 'amount', '0'],
    [2, 'max_uses', '0'],
    [2, 'expires_at', '2020-01-01'],
    [4, 'amount', 'abc'],
    [4, 'max_uses', '1.5'],
    [4, 'expires_at', '2026-02-30'],
    [5, 'expires_at', 'tomorrow'],
    [5, '', ''],
  ])
})

it('a title that nobody can see is missing, and such a description is none', () => {
  expect(rowsIn('title,amount,description\n\u200b\u200b,2,\nTea,2,\u2800\n')).toEqual([
    'title',
    link('Tea', 2),
  ])
})

test('a thousand that nothing proves is a mistake, never ready', () => {
  for (const locale of ['en-US', 'de-DE']) {
    expect(rowsIn('title\tamount\nTea\t1.000\nCake\t250', { locale })).toEqual(['amount', link('Cake', 250)])
    expect(rowsIn('title\tamount\nTea\t1,000', { locale })).toEqual(['amount'])
    expect(rowsIn('title,amount\nTea,1.000', { locale })).toEqual(['amount'])
    expect(rowsIn('title;amount\nTea;1,000', { locale })).toEqual(['amount'])
  }
  expect(read('title\tamount\nTea\t1.000').mistakes[0]?.problem).toBe(
    'Does this mean 1,000.00 EUR or 1.00 EUR? Write all its decimals.',
  )
})

test('an amount in another currency is a mistake', () => {
  expect(rowsIn('title,amount\nTea,12.50 USD\nCake,$3\nBread,£3')).toEqual(['amount', 'amount', 'amount'])
})

test('a thousand that its separator has cut in two is a mistake', () => {
  expect(rowsIn('title,amount,description\nDeposit,1,000\nTea,1,hot')).toEqual([
    'amount',
    link('Tea', 1, { description: 'hot' }),
  ])
})

test('day and month are never exchanged', () => {
  const rows = (...dates: string[]) =>
    rowsIn(`title\tamount\texpires_at\n${dates.map((date) => `Tea\t2\t${date}`).join('\n')}`).map((row) =>
      typeof row === 'string' ? row : row.expires_at,
    )
  expect(rows('03/04/2027')).toEqual(['expires_at'])
  expect(rows('03/04/2027', '25/04/2027')).toEqual(['2027-04-03T21:59:59.000Z', '2027-04-25T21:59:59.000Z'])
  expect(rows('04/04/2027')).toEqual(['2027-04-04T21:59:59.000Z'])
  expect(rows('31/02/2027', 'tomorrow', '3 Apr')).toEqual(['expires_at', 'expires_at', 'expires_at'])
})

it.each([
  ['no rows', 'title,amount\n', /^Choose a file or paste rows/],
  ['nothing', '', /^Choose a file or paste rows/],
  ['missing headings', 'order\nA-1\n', /^Missing heading: title, amount\.$/],
  ['an unknown heading', 'title,amount,max uses\nTea,1,2\n', /^Unknown heading: max uses\. Use the template/],
  ['rows without a heading', 'Tea,12.50\nCake,3\n', /^Unknown heading: tea, 12\.50\. /],
  ['a column without a heading', 'title,amount,\nTea,2,x\n', /^Unknown heading: column 3\. /],
  ['the dashboard’s own reference', 'title,amount,metadata.dashboard_form\nTea,1,2\n', /^Unknown heading/],
  ['a heading twice', 'title,amount,amount\nTea,1,2\n', /^Repeated heading: amount\.$/],
  ['too many rows', `title,amount\n${'Tea,1\n'.repeat(501)}`, /501 rows\. Import at most 500/],
  ['a quote that is never closed', 'title,amount\n"Tea,1\n', /^Close the open quotation mark/],
])('a table with %s is refused', (_, text, problem) => {
  expect(read(text)).toMatchObject({
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
    rows: [],
  })
})

it('an empty column without a heading is left out', () => {
  expect(rowsIn('title,amount,,metadata.Order,\nTea,2,,7,\n')).toEqual([
    link('Tea', 2, { metadata: { Order: '7' } }),
  ])
})
