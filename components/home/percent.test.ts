import { expect, it } from 'vitest'
import { approvedShare, changeText, comparedPercent, shareText } from './home-screen'

it('a period is compared with the one before, unless that is empty', () => {
  expect(comparedPercent(112, 100)).toBe(12)
  expect(comparedPercent(50, 100)).toBe(-50)
  expect(comparedPercent(0, 100)).toBe(-100)
  expect(comparedPercent(50, 0)).toBeNull()
})

it('the approved share reaches 100 % only without a decline', () => {
  expect(approvedShare(3, 1)).toBe(0.75)
  expect(approvedShare(9_999, 1)).toBe(0.999)
  expect(approvedShare(7, 0)).toBe(1)
  expect(approvedShare(0, 2)).toBe(0)
  expect(approvedShare(0, 0)).toBeNull()
})

it('every change has a sign and no decimals, in the locale’s format', () => {
  expect(changeText(13, 'en')).toBe('+13%')
  expect(changeText(-7, 'en')).toBe('−7%')
  expect(changeText(0, 'en')).toBe('0%')
  expect(changeText(999, 'en')).toBe('+999%')
  expect(changeText(13, 'de')).toBe('+13\u00a0%')
})

it('every share has one decimal', () => {
  expect(shareText(0.901, 'en')).toBe('90.1%')
  expect(shareText(0.9, 'en')).toBe('90.0%')
  expect(shareText(1, 'en')).toBe('100.0%')
  expect(shareText(0.901, 'de')).toBe('90,1\u00a0%')
})
