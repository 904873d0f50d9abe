import { expect, it } from 'vitest'
import { median, percentile } from './percentile'

it('the median is the middle value for any order of the values', () => {
  expect(median([5, 1, 900, 3, 4])).toBe(4)
  expect(median([4, 1])).toBe(2.5)
})

it('a percentile between two values is interpolated', () => {
  const values = Array.from({ length: 101 }, (_, index) => index * 2)
  expect(percentile(values, 95)).toBe(190)
  expect(percentile([10, 20], 95)).toBeCloseTo(19.5)
  expect(percentile([], 95)).toBeNaN()
})
