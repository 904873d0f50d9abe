import { expect, it } from 'vitest'
import { typedExpiry, typedNumber } from './card-fields'

it('a number is grouped as on the card and keeps only digits', () => {
  expect(typedNumber('4242-42424242 4242')).toBe('4242 4242 4242 4242')
  expect(typedNumber('378282246310005')).toBe('3782 822463 10005')
  expect(typedNumber('42424')).toBe('4242 4')
  expect(typedNumber('٤٢٤٢۴۲۴۲４２４２ 4242')).toBe('4242 4242 4242 4242')
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
  expect(typing('٠٣/٢٩')).toBe('03 / 29')
})

it.each([
  '2029-03',
  '202903',
  '2029/03',
  '2029-3',
  '2029 / 03',
  '2029-03-31',
  '03/2029',
  '29/03',
  '29-03',
  '3/29',
  '032029',
  '۲۰۲۹-۰۳',
])('the expiry %s of a password manager becomes 03 / 29, pasted and typed key by key', (text) => {
  expect(typedExpiry(text, false)).toBe('03 / 29')
  expect([...text].reduce((typed, key) => typedExpiry(typed + key, false), '')).toBe('03 / 29')
})

it('a text that begins like a year stays as typed until its month is complete', () => {
  for (const text of ['2', '20', '202', '2029', '20290', '2029-', '2029-1', '2012', '202913']) {
    expect(typedExpiry(text, false)).toBe(text)
    expect(typedExpiry(text, true)).toBe(text)
  }
  // February, without a zero.
  expect(typedExpiry('2/', false)).toBe('02 / ')
  expect(['2', '2', '9'].reduce((typed, key) => typedExpiry(typed + key, false), '')).toBe('02 / 29')
})

it('the separator of an expiry can be deleted', () => {
  expect(typedExpiry('12 /', true)).toBe('12')
  expect(typedExpiry('1', true)).toBe('1')
})
