import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from '@/lib/domain/decode-text'
import { readTable } from './read-table'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const folder = path.join(import.meta.dirname, '../../../test/cases/import')

function read(text: string, over: { currency?: string; locale?: string } = {}) {
  const context = { currency: 'EUR', locale: 'en-US', timeZone: 'Europe/Berlin', now, rowsMax: 9, ...over }
  const { problems, rows } = readTable(text, context)
  return [...problems, ...rows.map(({ input, problems: wrong }) => input ?? Object.keys(wrong).join())]
}

function open(name: string): string {
  const bytes = readFileSync(path.join(folder, name))
  return decodeText(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
}

const link = (title: string, amount: number) => ({ title, amount, max_uses: 1 })

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
  ['sep-line.csv', [link('Table 1', 12.5)]],
  ['currency-signs.csv', [link('Table 1', 12.5), link('Table 2', 12.5)]],
  [
    'formula-text.csv',
    [
      { ...link('Table 1', 12.5), metadata: { order: '007' } },
      { ...link('Table 2', 12.5), metadata: { order: '007' } },
    ],
  ],
  [
    'excel-dates.csv',
    [
      { ...link('Table 1', 12.5), expires_at: '2026-12-31T22:59:59.000Z' },
      { ...link('Table 2', 12.5), expires_at: '2026-12-31T17:30:00.000Z' },
    ],
  ],
])('%s is read as its program means it, in any browser', (name, rows) => {
  for (const locale of ['en-US', 'de-DE', 'fr-FR']) expect(read(open(name), { locale })).toEqual(rows)
})

test('a thousand that nothing proves is a mistake, never ready', () => {
  for (const locale of ['en-US', 'de-DE']) {
    expect(read('title\tamount\nTea\t1.000\nCake\t250', { locale })).toEqual(['amount', link('Cake', 250)])
    expect(read('title\tamount\nTea\t1,000', { locale })).toEqual(['amount'])
    expect(read('title,amount\nTea,1.000', { locale })).toEqual(['amount'])
    expect(read('title;amount\nTea;1,000', { locale })).toEqual(['amount'])
  }
  const [row] = readTable('title\tamount\nTea\t1.000', {
    currency: 'EUR',
    locale: 'en-US',
    timeZone: 'Europe/Berlin',
    now,
    rowsMax: 9,
  }).rows
  expect(row?.problems.amount).toBe('Does this mean 1,000.00 EUR or 1.00 EUR? Write all its decimals.')
})

test('an amount in another currency is a mistake', () => {
  expect(read('title,amount\nTea,12.50 USD\nCake,$3\nBread,£3')).toEqual(['amount', 'amount', 'amount'])
})

test('day and month are never exchanged', () => {
  const rows = (...dates: string[]) =>
    read(`title\tamount\texpires_at\n${dates.map((date) => `Tea\t2\t${date}`).join('\n')}`).map((row) =>
      typeof row === 'string' ? row : 'expires_at' in row && row.expires_at,
    )
  expect(rows('03/04/2027')).toEqual(['expires_at'])
  expect(rows('03/04/2027', '25/04/2027')).toEqual(['2027-04-03T21:59:59.000Z', '2027-04-25T21:59:59.000Z'])
  expect(rows('04/04/2027')).toEqual(['2027-04-04T21:59:59.000Z'])
  expect(rows('31/02/2027', 'tomorrow', '3 Apr')).toEqual(['expires_at', 'expires_at', 'expires_at'])
})

test('a thousand that its separator has cut in two is a mistake', () => {
  expect(read('title,amount,description\nDeposit,1,000\nTea,1,hot')).toEqual([
    'amount',
    { ...link('Tea', 1), description: 'hot' },
  ])
})
