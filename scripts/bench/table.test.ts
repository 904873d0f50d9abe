import { expect, it } from 'vitest'
import type { Figure } from './figure'
import { renderTable } from './table'

const ratio: Figure = {
  name: 'link read',
  unit: 'requests/s',
  ours: 5_200,
  baseline: 10_000,
  ratio: 0.52,
  goal: { kind: 'at_least', value: 0.45 },
  cpuOursUs: 151.6,
  cpuBaselineUs: 70,
  rounds: [],
  how: 'as told',
}
const time: Figure = {
  ...ratio,
  name: 'second start',
  unit: 's',
  ours: 6.04,
  baseline: null,
  ratio: null,
  goal: { kind: 'at_most', value: 5 },
  cpuOursUs: null,
  cpuBaselineUs: null,
}

const words = (line: string | undefined) => line?.split(/ {2,}/)

it('shows a ratio with its goal and the processor time beside it, and a time against its own goal', () => {
  const [head, , first, second, , how] = renderTable([ratio, time]).split('\n')
  expect(words(head)).toHaveLength(8)
  expect(words(first)).toEqual([
    'link read',
    '5,200/s',
    '10,000/s',
    '0.52',
    '≥ 0.45',
    'yes',
    '152 µs',
    '70 µs',
  ])
  expect(words(second)).toEqual(['second start', '6.0 s', '–', '–', '≤ 5.0 s', 'NO', '–', '–'])
  expect(how).toBe('link read: as told')
})

it('tells a weight to a tenth and a shift to a thousandth', () => {
  const weight: Figure = { ...time, name: 'script', unit: 'KB', ours: 29.96, baseline: 135.06 }
  const shift: Figure = {
    ...time,
    name: 'shift',
    unit: 'shift',
    ours: 0.0204,
    goal: { kind: 'at_most', value: 0.02 },
  }
  const [, , first, second] = renderTable([weight, shift]).split('\n')
  expect(words(first)?.slice(1, 3)).toEqual(['30.0 KB', '135.1 KB'])
  expect(words(second)?.slice(1, 6)).toEqual(['0.020', '–', '–', '≤ 0.020', 'NO'])
})
