import { expect, test } from 'vitest'
import { Refusal } from '@/lib/dashboard/refusal'
import { parseSearch } from './search-params'

test('what is typed is searched without the blanks around it', () => {
  expect(parseSearch({ q: ' 120.50 USD ' })).toEqual({ text: '120.50 USD' })
})

test.each([undefined, '', '   ', 'a\0', 'x'.repeat(300)])('%j is no search', (q) => {
  expect(() => parseSearch({ q })).toThrow(Refusal)
})
