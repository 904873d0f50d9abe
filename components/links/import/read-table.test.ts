import { expect, it } from 'vitest'
import { readTable } from './read-table'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const context = { currency: 'USD', locale: 'en', timeZone: 'America/Lima', now, rowsMax: 3 }
const read = (text: string) => readTable(text, context)

it('a table may have commas, semicolons or tabs, a byte order mark, CRLF and quotes', () => {
  const expected = [{ title: 'Tea, hot', amount: 12.5, max_uses: 1 }]
  for (const text of [
    'title,amount\n"Tea, hot",12.50\n',
    '\uFEFFTitle;Amount\r\nTea, hot;12,50\r\n\r\n',
    'title\tamount\nTea, hot\t12.50',
  ])
    expect(read(text).rows.map(({ input }) => input)).toEqual(expected)
})

it('every field of a link is read', () => {
  const text =
    'title,amount,description,Max_uses,expires_at,metadata.Order No\nTea,2,Hot,unlimited,2026-12-31,A-1\nTea,2,,25,2026-12-31 18:30,\n'
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

it('every mistake of every row is reported', () => {
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

it('a title that nobody can see is missing, and such a description is none', () => {
  const { rows } = read('title,amount,description\n\u200b\u200b,2,\nTea,2,\u2800\n')
  expect(rows.map(({ problems, input }) => [Object.keys(problems), input])).toEqual([
    [['title'], null],
    [[], { title: 'Tea', amount: 2, max_uses: 1 }],
  ])
})

it('a row with mistakes contains its valid values', () => {
  const { rows } = read('title,amount,max_uses,expires_at\nx,"40,5",unlimited,2026-12-31\nTea,abc,0,soon\n')
  expect(rows.map(({ values }) => values)).toEqual([
    { amount: 40.5, max_uses: null, expires_at: '2027-01-01T04:59:59.000Z' },
    {},
  ])
})

it('rows have the numbers of a spreadsheet and their exact ranges', () => {
  for (const text of [
    'title,amount\nTea,1\n\n"Two\nlines, ""quoted""",2\nX,3',
    '\uFEFFtitle;amount\r\nTea;1\r\n;\r\n"Two\r\nlines, ""quoted""";2\r\nX;3\r\n\r\n',
    '\n\n title\tamount\n"Tea"\t1\n"Two\nlines"\t2\nX\t3\n',
  ]) {
    const { rows } = read(text)
    expect(rows.map(({ row }) => row)).toEqual(text.startsWith('\n') ? [4, 5, 6] : [2, 4, 5])
    const [first, second, third] = rows.map(({ range }) => text.slice(range.from, range.to))
    expect(first).toMatch(/^"?Tea"?[,;\t]1$/)
    expect(second).toMatch(/^"Two\r?\nlines.*[,;\t]2$/)
    expect(third).toMatch(/^X[,;\t]3$/)
  }
})

it('limits are in the notation of the locale', () => {
  const problemsIn = (locale: string) =>
    readTable(`title,amount\n${'Tea,1\n'.repeat(2006)}`, { ...context, locale, rowsMax: 2005 }).problems
  expect(problemsIn('en')).toEqual([expect.stringMatching(/has 2,006 rows, and up to 2,005 rows/)])
  expect(problemsIn('de')).toEqual([expect.stringMatching(/has 2\.006 rows, and up to 2\.005 rows/)])
})

it.each([
  ['no rows', 'title,amount\n', /no rows/],
  ['nothing', '', /no rows/],
  ['a missing heading', 'title\nTea\n', /^The heading “amount” is missing\.$/],
  ['two missing headings', 'order\nA-1\n', /^The headings “title” and “amount” are missing\.$/],
  ['an unknown heading', 'title,amount,max uses\nTea,1,2\n', /^The heading “max uses” is not known\.$/],
  ['rows without a heading', 'Tea,12.50\nCake,3\n', /^These headings are not known: Tea, 12\.50\.$/],
  ['a heading twice', 'title,amount,amount\nTea,1,2\n', /twice/],
  ['too many rows', `title,amount\n${'Tea,1\n'.repeat(4)}`, /up to 3 rows/],
  ['a quote that is never closed', 'title,amount\n"Tea,1\n', /never closed/],
])('a table with %s is refused', (_, text, problem) => {
  expect(read(text)).toMatchObject({
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
    rows: [],
  })
})

it('an empty column without a heading is left out, one with a value is a problem', () => {
  const { problems, hasWrongHeading, rows } = read('title,amount,,metadata.Order,\nTea,2,,7,\n')
  expect([problems, hasWrongHeading]).toEqual([[], false])
  expect(rows.map(({ input }) => input)).toEqual([
    { title: 'Tea', amount: 2, max_uses: 1, metadata: { Order: '7' } },
  ])
  expect(read('title,amount,\nTea,2,x\n')).toMatchObject({
    problems: ['The heading “column 3” is not known.'],
    hasWrongHeading: true,
  })
})

it('the message about unknown headings names the first twelve and counts the rest', () => {
  const names = Array.from({ length: 14 }, (_, index) => `field_${index + 1}`).join(',')
  const [problem] = read(`title,amount,${names}\nTea,2\n`).problems
  expect(problem).toMatch(/^These headings are not known: field_1, .*, field_12 and 2 more\.$/)
})

it('a row has the range of its first mistake, which is empty if a cell is missing', () => {
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
