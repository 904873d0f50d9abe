import { expect, test } from 'vitest'
import { SEARCH_TERMS_MAX, splitSearch } from './fold-text'

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
])('the search %s is split into terms', (text, terms) => {
  expect(splitSearch(text)).toEqual(terms)
})

test.each(['%', '_', '…', '—', '""', "'"])('the text %s alone is searched as it is', (text) => {
  expect(splitSearch(text).join('')).not.toBe('')
})

test('a search with too many terms ends with the rest as one term', () => {
  const terms = splitSearch('One two three four five six seven eight, nine: TEN.')
  expect(terms).toHaveLength(SEARCH_TERMS_MAX)
  expect(terms.at(-1)).toBe('eight, nine: ten')
})
