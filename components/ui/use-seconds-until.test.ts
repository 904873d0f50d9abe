import { expect, it } from 'vitest'
import { endOf, secondsLeft } from './use-seconds-until'

const now = Date.parse('2026-11-21T12:00:00Z')

it('the countdown counts every begun second and stays at 0', () => {
  const end = endOf(now + 5_400, 6, now)
  expect([0, 400, 401, 5_399, 5_400, 60_000].map((passed) => secondsLeft(end, now + passed))).toEqual([
    6, 5, 5, 1, 0, 0,
  ])
})

it('the countdown is limited, and still runs, if the browser’s clock is minutes behind', () => {
  const end = endOf(now + 5 * 60_000, 6, now)
  expect(secondsLeft(end, now)).toBe(6)
  expect(secondsLeft(end, now + 2_000)).toBe(4)
  expect(secondsLeft(end, now + 6_000)).toBe(0)
})
