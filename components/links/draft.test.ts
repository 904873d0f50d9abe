import { expect, it } from 'vitest'
import { english } from '@/test/english'
import { testLink } from '@/test/factories/test-link'
import {
  draftOfLink,
  emptyDraft,
  type LinkDraft,
  METADATA_ROWS_MAX,
  metadataRows,
  readDraft,
  readMetadata,
} from './draft'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const context = { t: english, currency: 'USD', locale: 'en', timeZone: 'America/Lima', now }
const read = (draft: Partial<LinkDraft>) =>
  readDraft({ ...emptyDraft, title: 'Lesson', amount: '12,50', ...draft }, context)

it('a draft with only title and amount is a link for one payment without an expiry', () => {
  expect(read({})).toEqual({ ok: true, input: { title: 'Lesson', amount: 12.5, max_uses: 1 } })
})

it('an unlimited link has `max_uses: null`, since an absent field means a single use', () => {
  expect(read({ uses: 'unlimited' })).toMatchObject({ input: { max_uses: null } })
  expect(read({ uses: 'several', usesCount: '25' })).toMatchObject({ input: { max_uses: 25 } })
})

it('an expiry is read in the account’s zone', () => {
  expect(read({ expiry: 'custom', expiryAt: '2026-11-21T18:00' })).toMatchObject({
    input: { expires_at: '2026-11-21T23:00:00.000Z' },
  })
  expect(read({ expiry: 'week' })).toMatchObject({ input: { expires_at: '2026-11-27T12:00:00.000Z' } })
})

it('all problems are reported at once, by the field names of the contract', () => {
  const wrong = read({
    title: ' x ',
    amount: '0',
    uses: 'several',
    usesCount: '1.5',
    expiry: 'custom',
    expiryAt: '2026-11-20T06:00',
    description: 'd'.repeat(301),
  })
  expect(wrong.ok ? [] : Object.keys(wrong.problems).sort()).toEqual([
    'amount',
    'description',
    'expires_at',
    'max_uses',
    'title',
  ])
})

it('the problem of a long text contains its length', () => {
  const wrong = read({ title: 't'.repeat(131), description: 'd'.repeat(1301) })
  expect(wrong).toEqual({
    ok: false,
    problems: {
      title: english('link-problems.titleLong', { length: 131 }),
      description: english('link-problems.descriptionLong', { length: 1301 }),
    },
  })
})

it('a title that nobody can see is missing, and marks at its end do not count', () => {
  expect(read({ title: '\u200b\u200b' })).toMatchObject({
    problems: { title: english('link-problems.titleMissing') },
  })
  expect(read({ title: 'x\u200e' })).toMatchObject({ problems: { title: english('link-problems.title') } })
  expect(read({ title: '\u200eCafe\u0301', description: '\u2800' })).toEqual({
    ok: true,
    input: { title: 'Café', amount: 12.5, max_uses: 1 },
  })
})

it('an emoji counts as one character', () => {
  expect(read({ title: '👍👍' }).ok).toBe(true)
  expect(read({ title: '👍' }).ok).toBe(false)
})

it('a custom expiry that is incomplete or past has a problem of its own', () => {
  const problem = (expiryAt: string) => {
    const draft = read({ expiry: 'custom', expiryAt })
    return draft.ok ? null : draft.problems.expires_at
  }
  expect(problem('')).toBe(english('link-problems.expiryDay'))
  expect(problem('2026-11-19T18:30')).toBe(english('link-problems.expires_at'))
  expect(problem('2026-11-22T18:30')).toBeNull()
})

const link = testLink({
  title: 'Dinner',
  description: 'For two',
  amount: 1234.5,
  max_uses: 25,
  expires_at: '2026-11-08T12:00:00.000Z',
  metadata: { order: 'A-1', table: 7 },
  created_at: '2026-11-01T12:00:00.000Z',
  shown_status: 'EXPIRED',
})

it.each(['en', 'de', 'fr', 'ar'])(
  'a draft of a link creates the same link with a new expiry: %s',
  (locale) => {
    const context = { t: english, currency: 'USD', locale, timeZone: 'UTC', now }
    expect(readDraft(draftOfLink(link, locale), context)).toEqual({
      ok: true,
      input: {
        title: 'Dinner',
        amount: 1234.5,
        description: 'For two',
        max_uses: 25,
        expires_at: '2026-11-27T12:00:00.000Z',
        metadata: { order: 'A-1', table: 7 },
      },
    })
  },
)

it('an amount with three decimals keeps them in a locale whose grouping separator is a point', () => {
  const context = { t: english, currency: 'KWD', locale: 'de', timeZone: 'UTC', now }
  const dinar = draftOfLink({ ...link, amount: 1.234, currency: 'KWD' }, 'de')
  expect(readDraft(dinar, context)).toMatchObject({ input: { amount: 1.234 } })
})

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
