import { expect, it } from 'vitest'
import { METADATA_ROWS_MAX, metadataRows, readMetadata } from './metadata-draft'

const row = (key: number, name: string, value = 'x') => ({ key, name, value })

it('rows become an object of texts without the empty rows', () => {
  expect(readMetadata([row(0, ' order ', ' A-1 '), row(1, '', ' ')])).toEqual({
    ok: true,
    metadata: { order: 'A-1' },
  })
})

it('a value that is not a text keeps its type until it is changed', () => {
  const rows = metadataRows({ table: 7, tags: ['a'], note: 'n' })
  expect(readMetadata(rows)).toEqual({ ok: true, metadata: { table: 7, tags: ['a'], note: 'n' } })
  const changed = rows.map((it) => (it.name === 'table' ? { ...it, value: '8' } : it))
  expect(readMetadata(changed)).toMatchObject({ metadata: { table: '8' } })
})

it('a name of Object’s prototype is an ordinary name', () => {
  expect(readMetadata([row(0, '__proto__'), row(1, 'constructor')])).toMatchObject({ ok: true })
})

it.each([
  ['a value without a name', [row(0, '', 'x')], 0],
  ['a name of 41 characters', [row(0, 'n'.repeat(41))], 0],
  ['a name twice', [row(0, 'a'), row(1, 'a ')], 1],
  ['the dashboard’s own name', [row(0, 'dashboard_form')], 0],
  ['a NUL', [row(0, 'a', 'x\0y')], 0],
  ['more than fits', [row(0, 'a', 'x'.repeat(9_000)), row(1, 'b', 'y'.repeat(9_000))], 1],
])('the problem of %s names its row', (_, rows, key) => {
  expect(readMetadata(rows)).toMatchObject({ ok: false, key })
})

it('one row less than the maximum is allowed, for the dashboard’s own key', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'v']))
  expect(metadataRows(many)).toHaveLength(METADATA_ROWS_MAX)
})
