import { expect, it } from 'vitest'
import type { Figure } from './figure'
import { renderTable } from './render-table'

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
  how: 'as described',
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

const cells = (line: string | undefined) => line?.split(/ {2,}/)

it('the table shows a ratio with its goal and the processor time, and a time with its own goal', () => {
  const [head, , first, second, , how] = renderTable([ratio, time]).split('\n')
  expect(cells(head)).toHaveLength(8)
  expect(cells(first)).toEqual([
    'link read',
    '5,200/s',
    '10,000/s',
    '0.52',
    '≥ 0.45',
    'yes',
    '152 µs',
    '70 µs',
  ])
  expect(cells(second)).toEqual(['second start', '6.0 s', '–', '–', '≤ 5.0 s', 'NO', '–', '–'])
  expect(how).toBe('link read: as described')
})

it('the table shows sizes to a tenth and shifts to a thousandth', () => {
  const weight: Figure = { ...time, name: 'script', unit: 'KB', ours: 29.96, baseline: 135.06 }
  const shift: Figure = {
    ...time,
    name: 'shift',
    unit: 'shift',
    ours: 0.0204,
    goal: { kind: 'at_most', value: 0.02 },
  }
  const [, , first, second] = renderTable([weight, shift]).split('\n')
  expect(cells(first)?.slice(1, 3)).toEqual(['30.0 KB', '135.1 KB'])
  expect(cells(second)?.slice(1, 6)).toEqual(['0.020', '–', '–', '≤ 0.020', 'NO'])
})
