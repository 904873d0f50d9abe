import { expect, it } from 'vitest'
import { searchKind } from './search-text'

it.each([
  ['MVXMYU', 'authorization_code'],
  ['A1B2C3', 'authorization_code'],
  ['123456', 'authorization_code'],
  ['AB12C', 'authorization_code'],
  ['4242', 'last4'],
  ['mvxmyu', 'text'],
  ['ehm0tl', 'authorization_code'],
  ['table12', 'text'],
  ['MARIANA', 'text'],
  ['Weekend', 'text'],
  ['53.40', 'amount'],
  ['53,40 usd', 'amount'],
  ['$1,200.00', 'amount'],
  ['1 200,00', 'amount'],
  ['EUR 45', 'amount'],
  ['45', 'amount'],
  ['R$ 120,50', 'amount'],
  ['R$ 1.202,80', 'amount'],
  ['S/ 120.50', 'amount'],
  ['120 kr', 'amount'],
  ['+120,50', 'amount'],
  ['12 May', 'text'],
  ['100%', 'text'],
  ['Table 12', 'text'],
  ['ana@', 'email'],
  ['pay_019a0000aaaa', 'id'],
  ['visa 4242', 'last4'],
  ['•••• 4242', 'last4'],
  ['Ada visa 4242', 'text'],
])('%s is searched as %s', (text, kind) => {
  expect(searchKind(text)).toBe(kind)
})
