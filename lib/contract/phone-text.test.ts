import { expect, it } from 'vitest'
import { phoneText } from './phone-text'

it('a phone is kept as sent, trimmed, and needs 6 to 15 digits', () => {
  expect(phoneText.safeParse('12345').success).toBe(false)
  expect(phoneText.parse(' +49 151 23456789 ')).toBe('+49 151 23456789')
})
