import { expect, test } from 'vitest'
import { searchSchema } from './search'

test('a search text is trimmed', () => {
  expect(searchSchema.parse({ q: ' 120.50 USD ' })).toEqual({ q: '120.50 USD' })
})

test.each([undefined, '', '   ', 'a\0', 'x'.repeat(300)])('%j is refused as a search text', (q) => {
  expect(searchSchema.safeParse({ q }).success).toBe(false)
})
