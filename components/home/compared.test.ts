import { expect, it } from 'vitest'
import { approvedShare, comparedPercent } from './compared'

it('a period is compared with the one before, unless that is empty', () => {
  expect(comparedPercent(112, 100)).toBe(12)
  expect(comparedPercent(50, 100)).toBe(-50)
  expect(comparedPercent(0, 100)).toBe(-100)
  expect(comparedPercent(50, 0)).toBeNull()
  expect(comparedPercent(24_631, 145)).toBeNull()
})

it('the approved share reaches 100 % only without a decline', () => {
  expect(approvedShare(3, 1)).toBe(0.75)
  expect(approvedShare(9_999, 1)).toBe(0.999)
  expect(approvedShare(7, 0)).toBe(1)
  expect(approvedShare(0, 2)).toBe(0)
  expect(approvedShare(0, 0)).toBeNull()
})
