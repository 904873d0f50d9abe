import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { NOON } from '@/prisma/factories/dashboard'
import { type ForeignHost, startForeignHost } from '@/prisma/factories/foreign-host'
import { startDashboard, type TestDashboard } from '@/prisma/factories/test-dashboard'
import { foldText } from './fold-text'

let dashboard: TestDashboard
let host: ForeignHost
let ctx: ConnectionContext

beforeAll(async () => {
  dashboard = await startDashboard()
  host = await startForeignHost(NOON)
  ctx = await dashboard.owner(host)
})
afterAll(async () => {
  await host.stop()
  await dashboard.stop()
})

test.each([
  ['Zoë NOVÁK', 'zoe novak'],
  ['Søren Łukasz Đorđe', 'soren lukasz dorde'],
  ['Straße, STRAẞE', 'strasse, strasse'],
  ['Œuvre Ægir Þór', 'oeuvre aegir thor'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['Ёлка Їжак', 'елка іжак'],
  ['non\u00a0breaking', 'non breaking'],
])('%s is %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

test('a text of accents alone is no empty one, which every row would hold', () => {
  expect(foldText('\u0301')).toBe('\u0301')
})

test('the database folds every letter of Europe’s alphabets as the search does', async () => {
  const blocks = [
    [0x20, 0x2ff],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
  ] as const
  const texts = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `a${String.fromCodePoint(first + index)}z`),
  )
  const { rows } = await ctx.db.query<{ folded: string }>({
    text: 'SELECT dashboard.fold_text(told) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t(told, n) ORDER BY n',
    values: [texts],
  })
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})
