import { expect, test } from 'vitest'
import { countTerms } from './forbidden-terms.mjs'

test('forbidden terms are counted in prose and in identifiers, and plain text has none', () => {
  expect(countTerms('/** Tells whoever asks. */\nconst lostPlaceOf = steerImport(words)')).toEqual([
    'Tells',
    'whoever',
    'lostPlaceOf',
    'steerImport',
    'words',
  ])
  expect(countTerms('  // Whether it is open.\n/** What a page shows. */')).toHaveLength(2)
  expect(
    countTerms('/** Returns whether the link is open; what remains is shown. */\nconst place = 1'),
  ).toEqual([])
})
