import { expect, test } from 'vitest'
import { placeGroups } from './place-groups'

const found = (text: string) =>
  placeGroups(text, { mayCreateLinks: true, mayCreateCustomers: true, mayCharge: true }, () => {}).flatMap(
    ({ options }) => options.map(({ key }) => key),
  )

test.each([
  ['pending', ['payments-PENDING']],
  ['approved', ['payments-APPROVED']],
  ['declined', ['payments-FAILED']],
  ['failed payments', ['payments-FAILED']],
  ['annulled', ['payments-VOIDED']],
  ['timed out', ['payments-TIMEOUT']],
  ['timeout', ['payments-TIMEOUT']],
  ['active', ['links-ACTIVE']],
  ['completed', ['links-COMPLETED']],
  ['cancelled', ['links-CANCELLED']],
  ['canceled links', ['links-CANCELLED']],
  ['expired', ['links-EXPIRED']],
  ['exports', ['exports']],
  ['excel', ['exports']],
  ['pdf', ['exports']],
  ['download', ['exports']],
  ['sign out', ['sign-out']],
  ['log out', ['sign-out']],
  ['logout', ['sign-out']],
])('%s leads to one place', (text, keys) => {
  expect(found(text)).toEqual(keys)
})

test('an API key leads to the one of the connection and to those of the account', () => {
  expect(found('api key')).toEqual(['api-key', 'developers'])
})

test('the states stand in nobody’s way who names their noun alone, or nothing', () => {
  for (const text of ['', 'links', 'payments'])
    expect(found(text).filter((key) => /-[A-Z]+$/.test(key))).toEqual([])
})
