import { expect, test } from 'vitest'
import { ownAddress } from './own-address'

test.each([
  ['127.0.0.1:3000', 'http://localhost:3000', 'http://localhost:3000/pay/pl_1?a=b'],
  ['[::1]:3000', 'http://localhost:3000', 'http://localhost:3000/pay/pl_1?a=b'],
  ['127.0.0.1', 'http://localhost', 'http://localhost/pay/pl_1?a=b'],
  ['localhost:3000', 'http://localhost:3000', null],
  ['127.0.0.1:3001', 'http://localhost:3000', null],
  ['127.0.0.1:3000', 'https://pay.example.com', null],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000', null],
  ['127.0.0.1:3000', undefined, null],
  ['a b', 'http://localhost:3000', null],
  [null, 'http://localhost:3000', null],
])('%s of a house at %s leads to %s', (host, webUrl, expected) => {
  expect(ownAddress(host, '/pay/pl_1?a=b', webUrl)).toBe(expected)
})
