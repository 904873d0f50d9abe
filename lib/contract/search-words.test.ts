import { expect, test } from 'vitest'
import { SEARCH_WORDS_MAX, searchWords } from './search-words'

test.each([
  ['northside invoice', ['northside', 'invoice']],
  ['Invoice 2240, Northside Yoga', ['invoice', '2240', 'northside', 'yoga']],
  ['Weekend box – Nov 21', ['weekend', 'box', 'nov', '21']],
  ['Children’s party', ["children's", 'party']],
  ['“Tea” (for two); [#12]: more…', ['tea', 'for', 'two', '12', 'more']],
  ['fish & chips | Table 4', ['fish', 'chips', 'table', '4']],
  ['ana.b+c@shop.test', ['ana.b+c@shop.test']],
  ['@navy', ['@navy']],
  ['100% e_h A-1024', ['100%', 'e_h', 'a-1024']],
  ['$1,200.50 at 10:30', ['$1,200.50', 'at', '10:30']],
  ['one,two:three', ['one', 'two', 'three']],
  ["the kids' “St.”", ['the', 'kids', 'st']],
])('%s is looked for as its words', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test.each(['%', '_', '…', '—', '""', "'"])('%s alone is itself, never nothing', (text) => {
  expect(searchWords(text).join('')).not.toBe('')
})

test('of more words than are looked for, the rest is one', () => {
  const words = searchWords('One two three four five six seven eight, nine: TEN.')
  expect(words).toHaveLength(SEARCH_WORDS_MAX)
  expect(words.at(-1)).toBe('eight, nine: ten')
})
