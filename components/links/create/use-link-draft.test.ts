import { expect, it } from 'vitest'
import { emptyDraft, type LinkDraft } from './link-form'
import { draftText, isBegun, readSavedDraft } from './use-link-draft'

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

it('a saved draft is restored as it was typed, references included', () => {
  expect(readSavedDraft(draftText('user:conn', draft), 'user:conn')).toEqual(draft)
})

it('a draft of another owner is not restored', () => {
  expect(readSavedDraft(draftText('user:conn', draft), 'user:other')).toBeNull()
})

it('an untouched form is not saved', () => {
  expect(isBegun(emptyDraft)).toBe(false)
  expect(isBegun({ ...emptyDraft, expiry: 'week' })).toBe(true)
  expect(readSavedDraft(draftText('user:conn', emptyDraft), 'user:conn')).toBeNull()
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another shape', JSON.stringify({ owner: 'o', draft: { ...draft, title: 1 } })],
  ['a choice that is none', JSON.stringify({ owner: 'o', draft: { ...draft, expiry: 'year' } })],
  ['references of another shape', JSON.stringify({ owner: 'o', draft: { ...draft, metadata: ['x'] } })],
])('%s is not restored as a draft', (_, text) => {
  expect(readSavedDraft(text, 'o')).toBeNull()
})
