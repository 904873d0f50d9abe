import { expect, test } from 'vitest'
import type { Customer } from '@/lib/contract/customer'
import { planCharges } from './charge-plan'
import { Random } from './random'

const until = new Date('2026-11-20T18:00:00Z')
const shop = { timezone: 'America/New_York' }

function aCustomer(index: number, over: Partial<Customer> = {}): Customer {
  return {
    object: 'customer',
    id: `cus_${index}`,
    name: `Customer ${index}`,
    phone: null,
    email: null,
    status: 'ACTIVE',
    source: 'MERCHANT',
    notes: null,
    external_ref: null,
    card: { brand: 'visa', last4: '4242', expiry: '12/29' },
    created_at: '2026-06-01T00:00:00.000Z',
    ...over,
  }
}

const card = (last4: string, expiry = '12/29') => ({ brand: 'visa', last4, expiry })
const customers = [
  ...Array.from({ length: 20 }, (_, index) => aCustomer(index)),
  aCustomer(20, { status: 'ARCHIVED' }),
  aCustomer(21, { card: null }),
  aCustomer(22, { card: card('0341') }),
  aCustomer(23, { card: card('4444', '09/26') }),
  aCustomer(24, { card: card('0259') }),
  aCustomer(25, { created_at: '2026-11-20T17:50:00.000Z' }),
]
const plan = (seed: number) =>
  planCharges(shop, until, { random: new Random(seed), customers, count: 200, byLink: 20, days: 90 })
const charges = plan(3)

test('the same seed plans the same charges in the requested number, each with its own reference', () => {
  expect(plan(3)).toEqual(plan(3))
  expect(charges).toHaveLength(200)
  expect(charges.filter(({ bySavedCard }) => !bySavedCard)).toHaveLength(20)
  expect(new Set(charges.map(({ reference }) => reference)).size).toBe(200)
})

test('no customer is charged before registration, after archival, without a card, or in the future', () => {
  for (const { at, customer, bySavedCard, paidAt } of charges) {
    expect(at.getTime()).toBeGreaterThan(Date.parse(customer.created_at) + 3_600_000)
    expect(at < until && (paidAt === null || (paidAt > at && paidAt < until))).toBe(true)
    expect(customer.status).toBe('ACTIVE')
    if (bySavedCard) expect(['4242', '4444', '0341']).toContain(customer.card?.last4)
  }
  expect(charges.some(({ customer }) => customer.id === 'cus_25')).toBe(false)
})

test('a declined card is tried once more, then given up', () => {
  const of = (id: string) => charges.filter((it) => it.customer.id === id && it.bySavedCard)
  expect(of('cus_22').length).toBeLessThanOrEqual(2)
  expect(of('cus_23').filter(({ at }) => at > new Date('2026-10-01T04:00:00Z')).length).toBeLessThanOrEqual(2)
})

test('a shop without customers has no charges', () => {
  expect(planCharges(shop, until, { random: new Random(1), customers: [], count: 10, days: 30 })).toEqual([])
})
