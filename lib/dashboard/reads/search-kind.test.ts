import { expect, it } from 'vitest'
import { searchKind } from './search-kind'

it.each([
  ['MVXMYU', 'authorization_code'],
  ['A1B2C3', 'authorization_code'],
  ['123456', 'authorization_code'],
  ['AB12C', 'authorization_code'],
  ['4242', 'last4'],
  ['mvxmyu', 'text'],
  ['MARIANA', 'text'],
  ['Weekend', 'text'],
  ['ana@', 'email'],
  ['pay_019a0000aaaa', 'id'],
])('%s is searched as %s', (text, kind) => {
  expect(searchKind(text)).toBe(kind)
})
