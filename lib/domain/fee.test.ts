import { expect, test } from 'vitest'
import { feeMinor, grossOfNet } from './fee'

test.each([
  { percentPpm: 29_000, fixedMinor: 30 },
  { percentPpm: 0, fixedMinor: 0 },
  { percentPpm: 350_000, fixedMinor: 5 },
])('the gross amount is the smallest that leaves the net, with %o', (rate) => {
  for (let net = 1; net < 4_000; net += 7) {
    const gross = grossOfNet(net, rate) ?? 0
    expect(gross - feeMinor(gross, rate)).toBeGreaterThanOrEqual(net)
    expect(gross - 1 - feeMinor(gross - 1, rate)).toBeLessThan(net)
  }
})

test('a fee of 100 % has no gross amount', () => {
  expect(grossOfNet(100, { percentPpm: 1_000_000, fixedMinor: 0 })).toBeNull()
})
