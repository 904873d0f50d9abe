import { expect, it } from 'vitest'
import { emptyDraft, type LinkDraft } from './link-form'
import { isBegun, keptText, readKept } from './use-link-draft'

const draft: LinkDraft = {
  ...emptyDraft,
  title: 'Piano lesson',
  amount: '12,5',
  uses: 'several',
  usesCount: '25',
  expiry: 'custom',
  expiryAt: '2026-12-01T18:30',
  metadata: [{ key: 0, name: 'order', value: 'A-1' }],
}

it('comes back as it was typed, references included', () => {
  expect(readKept(keptText('user:conn', draft), 'user:conn')).toEqual(draft)
})

it('is nobody else’s', () => {
  expect(readKept(keptText('user:conn', draft), 'user:other')).toBeNull()
})

it('a form that nobody touched is nothing to keep', () => {
  expect(isBegun(emptyDraft)).toBe(false)
  expect(isBegun({ ...emptyDraft, expiry: 'week' })).toBe(true)
  expect(readKept(keptText('user:conn', emptyDraft), 'user:conn')).toBeNull()
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another shape', JSON.stringify({ owner: 'o', draft: { ...draft, title: 1 } })],
  ['a choice that is none', JSON.stringify({ owner: 'o', draft: { ...draft, expiry: 'year' } })],
  ['references of another shape', JSON.stringify({ owner: 'o', draft: { ...draft, metadata: ['x'] } })],
])('%s is not taken for a draft', (_, text) => {
  expect(readKept(text, 'o')).toBeNull()
})
