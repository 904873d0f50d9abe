import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { processorTime, readProcessorTime, stolenShare } from './stolen-time'

// In order: user, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen, and guests, which user
// includes.
const at = (stolen: number, user = 1_000) =>
  `cpu  ${user} 20 300 90000 400 5 60 ${stolen} 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\nintr 7\n`

it('an idle core or one that waits for a disk is not wanted, but one that the host withholds is', () => {
  expect(readProcessorTime(at(70))).toEqual({ wanted: 1_455, stolen: 70 })
  expect(readProcessorTime('load 1')).toBeNull()
})

it('the stolen share of the wanted time is reported where it is known', () => {
  const [from, to] = [readProcessorTime(at(70)), readProcessorTime(at(130, 1_140))]
  expect(stolenShare(from, to)).toBeCloseTo(0.3)
  expect(stolenShare(from, from)).toBeNull()
  expect(stolenShare(null, to)).toBeNull()
})

it.runIf(existsSync('/proc/stat'))('this machine reports its stolen time', () => {
  expect(processorTime()?.wanted).toBeGreaterThan(0)
})
