import { expect, it } from 'vitest'
import { asciiDigits } from './ascii-digits'

it('digits of every script become ASCII, with their value', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(asciiDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(asciiDigits('０１２３４５６７８９')).toBe('0123456789')
  expect(asciiDigits('०१२३४५६७८९')).toBe('0123456789')
  // Scripts have blocks of ten digits each, in ascending order.
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => !(code >= 0xd800 && code < 0xe000))
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /\p{Nd}/u.test(char))
  expect(all.length % 10).toBe(0)
  expect(asciiDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10))
})

it('other characters stay, and full-width separators become plain ones', () => {
  expect(asciiDigits('０３／２９')).toBe('03/29')
  expect(asciiDigits('4242-4242 a')).toBe('4242-4242 a')
})
