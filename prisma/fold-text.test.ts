import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { foldText } from '@/lib/domain/fold-text'
import { stepsOf } from '@/lib/platform/migration-steps'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'

const { ctx, dashboard } = await connectedDashboard()

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

test('texts that an earlier function has folded are folded again by the migration', async () => {
  const owner = new Client({ connectionString: dashboard.url })
  await owner.connect()
  const [before, after] = ['20261121012000_folded_search', '20261127100000_fold_arabic_and_hebrew'].map(
    (name) => readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'),
  )
  const [earlier = ''] = before?.match(/CREATE FUNCTION dashboard\.fold_text[\s\S]*?\$\$;/) ?? []
  await owner.query(earlier.replace('CREATE', 'CREATE OR REPLACE'))
  await owner.query(
    `INSERT INTO dashboard.mirror_customer (connection_id, id, name, status, source, created_at, snapshot, rank, seen_at)
      VALUES ($1, 'C1', 'أحمد', 'ACTIVE', 'SELF', now(), '{}', 0, now()), ($1, 'C2', 'Plain', 'ACTIVE', 'SELF', now(), '{}', 0, now())`,
    [ctx.connectionId],
  )
  const changed = []
  for (const { sql } of stepsOf(after ?? '')) changed.push((await owner.query(sql)).rowCount)
  const { rows } = await owner.query('SELECT search_text FROM dashboard.mirror_customer ORDER BY id')
  await owner.end()
  expect(rows.map(({ search_text }) => search_text.trim())).toEqual(['احمد', 'plain'])
  expect(changed).toEqual([null, 0, 0, 1])
})
