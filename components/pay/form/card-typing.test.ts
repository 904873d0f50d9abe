import { expect, it } from 'vitest'
import { typedExpiry, typedNumber } from './card-typing'

it('a number is grouped as on the card and keeps only digits', () => {
  expect(typedNumber('4242-42424242 4242')).toBe('4242 4242 4242 4242')
  expect(typedNumber('378282246310005')).toBe('3782 822463 10005')
  expect(typedNumber('42424')).toBe('4242 4')
})

it('an expiry is formatted while it is typed', () => {
  const typing = (text: string) => typedExpiry(text, false)
  expect(typing('1')).toBe('1')
  expect(typing('4')).toBe('04 / ')
  expect(typing('12')).toBe('12 / ')
  expect(typing('1/')).toBe('01 / ')
  expect(typing('12 / 2')).toBe('12 / 2')
  expect(typing('1229')).toBe('12 / 29')
  expect(typing('01/2029')).toBe('01 / 29')
  expect(typing('122029')).toBe('12 / 29')
})

it('the separator of an expiry can be deleted', () => {
  expect(typedExpiry('12 /', true)).toBe('12')
  expect(typedExpiry('1', true)).toBe('1')
})
