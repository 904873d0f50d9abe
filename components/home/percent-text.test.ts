import { expect, it } from 'vitest'
import { changeText, shareText } from './percent-text'

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
