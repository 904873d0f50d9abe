import { expect, test } from 'vitest'
import { searchSchema } from './find-anything'

test('a search text is trimmed', () => {
  expect(searchSchema.parse({ q: ' 120.50 USD ' })).toEqual({ q: '120.50 USD' })
})

test('a pasted message is accepted', () => {
  expect(searchSchema.safeParse({ q: 'x'.repeat(2_000) }).success).toBe(true)
})

test.each([undefined, '', '   ', 'a\0', 'x'.repeat(2_001)])('%j is refused as a search text', (q) => {
  expect(searchSchema.safeParse({ q }).success).toBe(false)
})
