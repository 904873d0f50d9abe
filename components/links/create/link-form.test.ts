import { expect, it } from 'vitest'
import { links } from '@/lib/messages/links'
import { emptyDraft, type LinkDraft, readDraft } from './link-form'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const context = { currency: 'USD', locale: 'en', timeZone: 'America/Lima', now }
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
  const { titleLong, descriptionLong } = links.form.problems
  expect(wrong).toEqual({
    ok: false,
    problems: { title: titleLong('131'), description: descriptionLong('1,301') },
  })
})

it('a title that nobody can see is missing, and marks at its end do not count', () => {
  const { title, titleMissing } = links.form.problems
  expect(read({ title: '\u200b\u200b' })).toMatchObject({ problems: { title: titleMissing } })
  expect(read({ title: 'x\u200e' })).toMatchObject({ problems: { title } })
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
  const { expiry, expiryDay } = links.form.problems
  expect(problem('')).toBe(expiryDay)
  expect(problem('2026-11-19T18:30')).toBe(expiry)
  expect(problem('2026-11-22T18:30')).toBeNull()
})
