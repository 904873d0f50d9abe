import { expect, it } from 'vitest'
import { compare, percentile, renderTable } from './figure'

const cells = (line: string | undefined) => line?.split(/ {2,}/)

it('a percentile between two values is interpolated, for any order of the values', () => {
  expect(percentile([5, 1, 900, 3, 4], 50)).toBe(4)
  expect(percentile([20, 10], 95)).toBeCloseTo(19.5)
  expect(percentile([], 95)).toBeNaN()
})

it('the table compares medians of warm rounds with a goal of their ratio, and a time with its own', async () => {
  const side = (results: number[]) => async () => results.splice(0, 1)
  const sides = { ours: side([1, 5_200, 9_000, 5_000]), baseline: side([1, 8_000, 10_000, 20_000]) }
  const row = { name: 'link read', unit: 'requests/s', goal: { atLeast: 0.45 }, how: 'as described' } as const
  const read = await compare({ rounds: 3, roundSeconds: 1 }, sides, row)
  const start = { name: 'start again', unit: 's' as const, ours: 6.04, goal: { atMost: 5 }, how: 'npm start' }
  const [head, first, second, , how] = renderTable([...read, start]).split('\n')
  expect(cells(head)).toEqual(['figure', 'ours', 'baseline', 'ratio', 'goal', 'met'])
  expect(cells(first)).toEqual(['link read', '5,200/s', '10,000/s', '0.52', '≥ 0.45', 'yes'])
  expect(cells(second)).toEqual(['start again', '6 s', '–', '–', '≤ 5 s', 'NO'])
  expect(how).toBe('link read: as described')
})
