import { expect, test } from 'vitest'
import { foldText } from '@/lib/domain/fold-text'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'

const { ctx } = await connectedDashboard()

test('the database folds every letter of Europe’s, the Hebrew and the Arabic alphabets as the search does', async () => {
  const blocks = [
    [0x20, 0x2ff],
    [0x370, 0x52f],
    // Hebrew and Arabic with their presentation forms.
    [0x590, 0x6ff],
    [0xfb1d, 0xfdff],
    [0xfe70, 0xfeff],
    [0x1e00, 0x1fff],
    // Quotes, dashes and the like.
    [0x2000, 0x206f],
  ] as const
  const texts = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `a${String.fromCodePoint(first + index)}z`),
  )
  const { rows } = await ctx.db.query<{ folded: string }>({
    text: 'SELECT dashboard.fold_text(given) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t(given, n) ORDER BY n',
    values: [texts],
  })
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})
