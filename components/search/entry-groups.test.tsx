import { expect, test } from 'vitest'
import { entryGroups } from './entry-groups'

const found = (text: string, granted: readonly string[] = []) =>
  entryGroups(
    text,
    { granted, mayCreateLinks: true, mayCreateCustomers: true, mayCharge: true },
    () => {},
  ).flatMap(({ options }) => options.map(({ key }) => key))

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
  ['api key', ['api-key']],
  ['sign out', ['sign-out']],
  ['log out', ['sign-out']],
  ['logout', ['sign-out']],
])('%s leads to one screen', (text, keys) => {
  expect(found(text)).toEqual(keys)
})

test.each(['keys', 'webhooks', 'deliveries', 'events', 'requests'])(
  'the tab %s of Developers is found by its name, by roles that may read it alone',
  (tab) => {
    expect(found(tab, ['developers.read'])).toContain(`developers-${tab}`)
    expect(found(tab).filter((key) => key.startsWith('developers'))).toEqual([])
  },
)

test('states are not listed for their noun alone, or for an empty text', () => {
  for (const text of ['', 'links', 'payments'])
    expect(found(text).filter((key) => /-[A-Z]+$/.test(key))).toEqual([])
})
