import { expect, it } from 'vitest'
import { readTable } from './read-table'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const context = { currency: 'USD', locale: 'en', timeZone: 'America/Lima', now, rowsMax: 3 }
const read = (text: string) => readTable(text, context)

it('reads what a spreadsheet saves: comma, semicolon or tab, a byte order mark, CRLF, quotes', () => {
  const expected = [{ title: 'Tea, hot', amount: 12.5, max_uses: 1 }]
  for (const text of [
    'title,amount\n"Tea, hot",12.50\n',
    '\uFEFFTitle;Amount\r\nTea, hot;12,50\r\n\r\n',
    'title\tamount\nTea, hot\t12.50',
  ])
    expect(read(text).rows.map(({ input }) => input)).toEqual(expected)
})

it('takes every field of a link', () => {
  const text =
    'title,amount,description,Max uses,expires_at,metadata.Order No\nTea,2,Hot,unlimited,2026-12-31,A-1\nTea,2,,25,2026-12-31 18:30,\n'
  expect(read(text).rows.map(({ input }) => input)).toEqual([
    {
      title: 'Tea',
      amount: 2,
      description: 'Hot',
      max_uses: null,
      expires_at: '2027-01-01T04:59:59.000Z',
      metadata: { 'Order No': 'A-1' },
    },
    { title: 'Tea', amount: 2, max_uses: 25, expires_at: '2026-12-31T23:30:00.000Z' },
  ])
})

it('tells every wrong cell of every row', () => {
  const { problems, rows } = read(
    'title,amount,max_uses,expires_at\nx,0,0,2020-01-01\nTea,,1.5,2026-02-30\nTea,2,1,tomorrow,more\n',
  )
  expect(problems).toEqual([])
  expect(rows.map((row) => Object.keys(row.problems))).toEqual([
    ['title', 'amount', 'max_uses', 'expires_at'],
    ['amount', 'max_uses', 'expires_at'],
    ['row', 'expires_at'],
  ])
  expect(rows.every(({ input }) => input === null)).toBe(true)
})

it('tells what it could read of a row with mistakes elsewhere', () => {
  const { rows } = read('title,amount,max_uses,expires_at\nx,"40,5",unlimited,2026-12-31\nTea,abc,0,soon\n')
  expect(rows.map(({ values }) => values)).toEqual([
    { amount: 40.5, max_uses: null, expires_at: '2027-01-01T04:59:59.000Z' },
    {},
  ])
})

it('numbers rows as a spreadsheet does, and knows where each stands in the text', () => {
  for (const text of [
    'title,amount\nTea,1\n\n"Two\nlines, ""quoted""",2\nX,3',
    '\uFEFFtitle;amount\r\nTea;1\r\n;\r\n"Two\r\nlines, ""quoted""";2\r\nX;3\r\n\r\n',
    '\n\n title\tamount\n"Tea"\t1\n"Two\nlines"\t2\nX\t3\n',
  ]) {
    const { rows } = read(text)
    expect(rows.map(({ row }) => row)).toEqual(text.startsWith('\n') ? [4, 5, 6] : [2, 4, 5])
    const [first, second, third] = rows.map(({ place }) => text.slice(place.from, place.to))
    expect(first).toMatch(/^"?Tea"?[,;\t]1$/)
    expect(second).toMatch(/^"Two\r?\nlines.*[,;\t]2$/)
    expect(third).toMatch(/^X[,;\t]3$/)
  }
})

it('writes the bounds of a table as the person writes numbers', () => {
  const told = (locale: string) =>
    readTable(`title,amount\n${'Tea,1\n'.repeat(2006)}`, { ...context, locale, rowsMax: 2005 }).problems
  expect(told('en')).toEqual([expect.stringMatching(/has 2,006 rows, and up to 2,005 rows/)])
  expect(told('de')).toEqual([expect.stringMatching(/has 2\.006 rows, and up to 2\.005 rows/)])
})

it.each([
  ['no rows', 'title,amount\n', /no rows/],
  ['nothing', '', /no rows/],
  ['a missing column', 'title\nTea\n', /“amount” is missing/],
  ['two missing columns', 'order\nA-1\n', /^Two columns are missing: title, amount\.$/],
  ['a column twice', 'title,amount,amount\nTea,1,2\n', /twice/],
  ['too many rows', `title,amount\n${'Tea,1\n'.repeat(4)}`, /up to 3 rows/],
  ['a quote that is never closed', 'title,amount\n"Tea,1\n', /never closed/],
])('refuses a table with %s', (_, text, problem) => {
  expect(read(text)).toMatchObject({
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
    rows: [],
  })
})

it('leaves out the columns it does not know, and reads the rest', () => {
  const { problems, doubts, leftOut, mends, rows } = read(
    'Order ID,title,E-mail,amount,,metadata.Order,Order ID,\nA-1,Tea,a@b.c,2,x,7,A-1,\n',
  )
  expect([problems, doubts, mends]).toEqual([[], [], []])
  expect(leftOut).toEqual(['Order ID', 'E-mail', 'column 5'])
  expect(rows.map(({ input }) => input)).toEqual([
    { title: 'Tea', amount: 2, max_uses: 1, metadata: { Order: '7' } },
  ])
})

it('asks about a name that is nearly a known one, and mends it by one press', () => {
  const text = 'title,"amount",Max Use,order\nTea,2,5,A-1\n'
  const { problems, doubts, leftOut, mends, rows } = read(text)
  expect(problems).toEqual([])
  expect(doubts).toEqual(['“Max Use” is left out. Did you mean “max_uses”?'])
  expect(leftOut).toEqual(['order'])
  expect(rows[0]?.input?.max_uses).toBe(1)
  expect(mends).toEqual([{ label: 'Use “Max Use” as max_uses', text: text.replace('Max Use', 'max_uses') }])
})

it('never asks about a column that is there already', () => {
  expect(read('title,amount,amounts\nTea,2,5\n')).toMatchObject({
    doubts: [],
    mends: [],
    leftOut: ['amounts'],
  })
})

const shop =
  'order_id,customer,email,"Product",Unit price,Total,tax,date\n1001,Ana,a@b.c,"Tea, hot",2.50,5.00,0.40,2026-11-01\n1002,Leo,l@b.c,Cake,3.00,3.00,0.24,2026-11-02\n'

it('offers another program’s columns for those that are missing, without taking any by itself', () => {
  const { problems, leftOut, mends, rows } = read(shop)
  expect(problems).toEqual(['Two columns are missing: title, amount.'])
  expect(leftOut).toHaveLength(8)
  expect(rows).toEqual([])
  expect(mends.map(({ label }) => label)).toEqual([
    'Use “Product” as title',
    'Use “Total” as amount',
    'Use “Unit price” as amount',
  ])
  const [asTitle] = mends
  const named = read(asTitle?.text ?? '')
  expect(named.problems).toEqual(['The column “amount” is missing.'])
  const whole = read(named.mends[0]?.text ?? '')
  expect(whole.rows.map(({ input }) => input)).toEqual([
    { title: 'Tea, hot', amount: 5, max_uses: 1 },
    { title: 'Cake', amount: 3, max_uses: 1 },
  ])
})

it('offers by what is in a column where no name says it and only one can be meant', () => {
  expect(read('Bezeichnung;Brutto\nTee;2,50\n').mends.map(({ label }) => label)).toEqual([
    'Use “Bezeichnung” as title',
    'Use “Brutto” as amount',
  ])
  expect(read('a;b;c\nTee;2,50;3\n').mends.map(({ label }) => label)).toEqual(['Use “a” as title'])
})

it.each([
  ['Tea,12.50\nCake,3\n', 'title,amount\n'],
  ['12,50;Tea', 'amount;title\n'],
  ['Tea;12,50\nCake;3,00\n', 'title;amount\n'],
  ['\nTea\t12.50\n', 'title\tamount\n'],
])('knows rows without a heading, and puts one in front of two columns: %j', (text, heading) => {
  const { problems, mends, rows } = read(text)
  expect(problems[0]).toBe('The first line must name the columns.')
  expect(rows).toEqual([])
  expect(mends).toHaveLength(1)
  const mended = mends[0]?.text ?? ''
  expect(mended.trimStart()).toBe(heading + text.trimStart())
  expect(read(mended)).toMatchObject({ problems: [] })
  expect(read(mended).rows.every(({ input }) => input !== null)).toBe(true)
})

it('of rows without a heading guesses nothing where there are more columns', () => {
  const { problems, mends } = read('Tea,12.50,1\nCake,3,2\n')
  expect(problems).toContain('The first line must name the columns.')
  expect(mends).toEqual([])
})

it('knows where the first mistake of a row stands, or where something is missing', () => {
  const text = 'title,amount,max_uses\n"Tea, hot",abc,0\nTea,"x ""y""",1\nTea,,1\n'
  const wrong = (given: string) =>
    read(given).rows.map(({ wrong: { from, to } }) => [
      given.slice(0, from).split('\n').at(-1),
      given.slice(from, to),
    ])
  expect(wrong(text)).toEqual([
    ['"Tea, hot",', 'abc'],
    ['Tea,"', 'x ""y""'],
    ['Tea,', ''],
  ])
  expect(wrong('title,amount\nTea\nTea,2,3,4\n')).toEqual([
    ['Tea', ''],
    ['Tea,2,', '3,4'],
  ])
})
