import { describe, expect, it } from 'vitest'
import { timesOf } from '@/components/time/times'
import type { FoundCustomer } from '@/lib/dashboard/customers/shown-customer'
import { english } from '@/test/english'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { foundGroups } from './found-groups'

const times = timesOf(english, { language: 'en', locale: 'en' }, { timeZone: 'UTC', now: 0 })
const at = { t: english, times }

describe('an archived customer is found without a charge option', () => {
  const how = { ...at, mayCharge: true }
  const keys = (status: 'ACTIVE' | 'ARCHIVED', isCharge: boolean) =>
    foundGroups(found(status), { ...how, isCharge }).flatMap(({ options }) => options.map(({ key }) => key))

  it('by phone', () => {
    expect(keys('ACTIVE', false)).toEqual(['cus_1', 'charge-cus_1'])
    expect(keys('ARCHIVED', false)).toEqual(['cus_1'])
  })

  it('by a search for a customer to charge', () => {
    expect(keys('ACTIVE', true)).toEqual(['charge-cus_1'])
    expect(keys('ARCHIVED', true)).toEqual(['cus_1'])
  })
})

it('a group whose rows only resemble the text is labelled so', () => {
  const how = { ...at, mayCharge: false, isCharge: false }
  const label = (customers: boolean) =>
    foundGroups({ ...found('ACTIVE'), near: { ...none, customers } }, how)[0]?.label
  expect(label(false)).toBe(english('search.customers'))
  expect(label(true)).toContain(english('common.nearMatches'))
})

it('the object with the typed id is first, before the customer of it', () => {
  const how = { ...at, mayCharge: false, isCharge: false }
  const { customers, ...others } = found('ACTIVE')
  const mirror = { seen_at: '2026-11-20T12:00:00.000Z', confirmed_at: null, conflict: false, missing: false }
  const payments = [{ ...aPayment({ id: 'pay_1' }), masked: false, mirror }]
  const groups = (text: string) =>
    foundGroups({ ...others, customers, payments, text }, how).map(({ key }) => key)
  expect(groups('ada')).toEqual(['customers', 'payments'])
  expect(groups('pay_1')).toEqual(['payments', 'customers'])
})

const none = { customers: false, links: false, payments: false, settlements: false }

function found(status: 'ACTIVE' | 'ARCHIVED') {
  const customer: FoundCustomer = {
    ...aCustomer({ status }),
    card_state: 'none',
    masked: false,
    mirror: { seen_at: '2026-11-20T12:00:00.000Z', confirmed_at: null, conflict: false, missing: false },
    phone_shown: '5555 1234',
    match: 'exact',
  }
  const rows = { customers: [customer], links: [], payments: [], settlements: [] }
  return { ...rows, text: 'ada', more: none, near: none, newPhone: null }
}
