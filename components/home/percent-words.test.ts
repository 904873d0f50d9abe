import { expect, it } from 'vitest'
import { changeWords, shareWords } from './percent-words'

it('writes every change alike: a sign, no decimals, as the locale does', () => {
  expect(changeWords(13, 'en')).toBe('+13%')
  expect(changeWords(-7, 'en')).toBe('−7%')
  expect(changeWords(0, 'en')).toBe('0%')
  expect(changeWords(999, 'en')).toBe('+999%')
  expect(changeWords(13, 'de')).toBe('+13\u00a0%')
})

it('writes every share with one decimal', () => {
  expect(shareWords(0.901, 'en')).toBe('90.1%')
  expect(shareWords(0.9, 'en')).toBe('90.0%')
  expect(shareWords(1, 'en')).toBe('100.0%')
  expect(shareWords(0.901, 'de')).toBe('90,1\u00a0%')
})
