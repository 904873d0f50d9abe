import { expect, it } from 'vitest'
import { lastSegment, searchKind } from './search-kind'

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

it.each([
  ['http://localhost:3000/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['localhost:3000/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['localhost/pay/pl_019a0000aaaa', 'pl_019a0000aaaa'],
  ['Pay.Example/pay/pl_019a0000aaaa/?utm=x#top', 'pl_019a0000aaaa'],
  ['https://pay.example/receipt/pay_019a0000aaaa', 'pay_019a0000aaaa'],
  ['https://otherpay.example/p/L1', 'L1'],
  ['https://pay.example', 'https://pay.example'],
  ['https://pay.example/?order=7', 'https://pay.example/?order=7'],
  ['Fish/chips', 'Fish/chips'],
  ['A.B/12', 'A.B/12'],
  ['see pay.example/pay/pl_019a0000aaaa', 'see pay.example/pay/pl_019a0000aaaa'],
])('a search for %s looks for %s', (text, wanted) => {
  expect(lastSegment(text)).toBe(wanted)
})
