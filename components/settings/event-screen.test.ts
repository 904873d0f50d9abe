import { expect, test } from 'vitest'
import { eventKinds } from '@/lib/contract/event-kinds'
import { eventScreen } from './received-screen'

test.each([
  ['payment.succeeded', '/payments/a%2Fb'],
  ['payment_link.completed', '/links/a%2Fb'],
  ['customer.card_saved', '/customers/a%2Fb'],
  ['settlement.paid', '/balance/settlements/a%2Fb'],
])('an event %s leads to the page of its object', (kind, href) => {
  expect(eventScreen({ kind, object_id: 'a/b', outcome: 'applied' })).toBe(href)
})

test('every event kind of the contract has a page, and other kinds have none', () => {
  for (const kind of eventKinds)
    expect(eventScreen({ kind, object_id: 'x', outcome: 'stale' })).not.toBeNull()
  for (const kind of ['refund.created', 'toString', ''])
    expect(eventScreen({ kind, object_id: 'x', outcome: 'applied' })).toBeNull()
})

test('an event without a row in the mirror has no page', () => {
  const event = { kind: 'payment.failed', object_id: 'x' }
  expect(eventScreen({ ...event, outcome: 'test' })).toBeNull()
  expect(eventScreen({ ...event, outcome: 'recorded' })).toBeNull()
})
