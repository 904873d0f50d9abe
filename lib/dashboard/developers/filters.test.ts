import { expect, test } from 'vitest'
import { readFilter } from '@/lib/dashboard/reads/list'
import { deliveryFilterSchema, deliverySet } from './filters'

const ZONE = 'America/New_York'
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const setOf = (query: Record<string, string>) =>
  deliverySet(readFilter(deliveryFilterSchema, query), ZONE, NOW)

test('days are those of the account’s zone', () => {
  expect(setOf({ period: 'custom', from: '2026-11-18', to: '2026-11-18' })).toMatchObject({
    created_after: '2026-11-18T05:00:00.000Z',
    created_before: '2026-11-19T05:00:00.000Z',
  })
})

test.each([
  ['evt_1', { event_id: 'evt_1' }],
  ['whd_1', { id: 'whd_1' }],
  ['pay_1', { object_id: 'pay_1' }],
])('a search for %s is for that id and ignores dates', (q, expected) => {
  expect(setOf({ q, period: '7d' })).toMatchObject({ ...expected, created_after: undefined })
})

test('an unreadable filter of an old URL is ignored', () => {
  expect(setOf({ kind: 'payment.exploded', answer: '6xx', object: 'pay_1' })).toMatchObject({
    kind: undefined,
    answer: undefined,
    object_id: 'pay_1',
  })
})
