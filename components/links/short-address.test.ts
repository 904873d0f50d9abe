import { expect, it } from 'vitest'
import { partsOfAddress, shortAddress } from './short-address'

it('a short URL consists of the host and the end of the path', () => {
  expect(shortAddress('http://localhost:3000/pay/pl_01a1fe2af952729d9d04d6')).toBe(
    'localhost:3000/…729d9d04d6',
  )
  expect(shortAddress('https://p.example/p/L1')).toBe('p.example/p/L1')
  expect(shortAddress('https://p.example')).toBe('p.example')
})

it('the parts of a URL add up to the whole', () => {
  const url = 'https://pay.example.com/pay/pl_01a1fe2af952729d9d04d6'
  const { host, path, tail } = partsOfAddress(url, 6)
  expect(tail).toBe('9d04d6')
  expect(`https://${host}${path}${tail}`).toBe(url)
})
