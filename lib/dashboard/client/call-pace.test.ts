import { expect, test } from 'vitest'
import { advertisedRate, callIntervalMs } from './contract-client'

test.each([
  ['20 a second if the host reports no limit', null, null, 50],
  ['20 a second, a fifth of what our own service allows', '200', '1', 50],
  ['a fifth of 100 in a minute', '100', '60', 3_000],
  ['a fifth of a limit that contains its own window', '10, 10;w=1;burst=1000', '1', 500],
  ['20 a second where the reset is an instant', '100', '1763640000', 50],
  ['20 a second where the limit is none', '0', '60', 50],
])('background calls are paced at %s', (_, limit, reset, intervalMs) => {
  expect(callIntervalMs(advertisedRate({ limit, reset }, null))).toBe(intervalMs)
})

test('the end of a window does not shorten it', () => {
  const start = advertisedRate({ limit: '100', reset: '60' }, null)
  expect(callIntervalMs(advertisedRate({ limit: '100', reset: '2' }, start))).toBe(3_000)
  expect(callIntervalMs(advertisedRate({ limit: null, reset: null }, start))).toBe(3_000)
})

test('a host whose pages are huge is read more slowly than one whose pages are usual', () => {
  expect(callIntervalMs(null, 400_000)).toBe(50)
  expect(callIntervalMs(null, 5 * 1_024 * 1_024)).toBe(9_000)
})
