import { expect, it } from 'vitest'
import { draftText, readDraft } from './saved-draft'

const begin = { title: '', uses: 'once', answers: {}, metadata: [] as readonly object[] }
const draft = { ...begin, title: 'Piano lesson', answers: { order: 'dmy' }, metadata: [{ name: 'order' }] }

it('a draft is restored as it was typed, and an untouched form is not saved', () => {
  expect(readDraft(draftText(draft, begin), begin)).toEqual(draft)
  expect(draftText(begin, begin)).toBeNull()
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a draft without a field', JSON.stringify({ ...draft, uses: undefined })],
  ['a field of another type', JSON.stringify({ ...draft, title: 1 })],
  ['an object instead of a list', JSON.stringify({ ...draft, metadata: {} })],
])('%s is not restored as a draft', (_, text) => {
  expect(readDraft(text, begin)).toBeNull()
})
