import { expect, it } from 'vitest'
import { isNearName } from './read-heading'

it.each([
  ['max_use', 'max_uses'],
  ['maxuses', 'max_uses'],
  ['ammount', 'amount'],
  ['amuont', 'amount'],
  ['titel', 'title'],
  ['descripton', 'description'],
  ['desc', 'description'],
  ['expires', 'expires_at'],
])('“%s” is nearly “%s”', (typed, known) => {
  expect(isNearName(typed, known)).toBe(true)
})

it.each([
  ['count', 'amount'],
  ['total', 'title'],
  ['date', 'title'],
  ['tax', 'max_uses'],
  ['', 'title'],
  ['email', 'amount'],
])('“%s” is not “%s”', (typed, known) => {
  expect(isNearName(typed, known)).toBe(false)
})
