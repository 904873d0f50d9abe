import { expect, test } from 'vitest'
import { cardState } from './shown-customer'

const NOON = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['11/26', 'expiring'],
  ['10/26', 'expired'],
  ['01/27', 'saved'],
  ['1/2027', 'saved'],
  ['12/26', 'expiring'],
  ['2026-11', 'saved'],
  [null, 'saved'],
])('a card with expiry %s is %s', (expiry, state) => {
  const card = { brand: 'Visa', last4: '4242', expiry }
  expect(cardState(card, { now: NOON, timeZone: 'America/New_York' })).toBe(state)
})

test('a card expires at the end of its month in the zone of the account', () => {
  const card = { brand: 'Visa', last4: '4242', expiry: '11/26' }
  const now = Date.parse('2026-12-01T03:00:00Z')
  expect(cardState(card, { now, timeZone: 'America/New_York' })).toBe('expiring')
  expect(cardState(card, { now, timeZone: 'Europe/Berlin' })).toBe('expired')
})
