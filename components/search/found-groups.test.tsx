import { describe, expect, it } from 'vitest'
import type { FoundCustomer } from '@/lib/dashboard/schema/customer'
import { common } from '@/lib/messages/common'
import { search } from '@/lib/messages/search'
import { aCustomer } from '@/test/factories/dashboard'
import { foundGroups, further, isAboutLinks } from './found-groups'

const link = (id: string, title: string) => ({ id, title })
const payment = (name: string, email = '') => ({ id: 'pay_1', payer: { name, email } })

describe('the first group is the noun whose name matches', () => {
  it.each([
    [
      'a title of links, which their payments only belong to',
      'weekend',
      [link('pl_1', 'Weekend box')],
      [payment('Emma')],
      true,
    ],
    [
      'a title with its parts in another order',
      'box, weekend',
      [link('pl_1', 'Weekend box')],
      [payment('Emma')],
      true,
    ],
    ['the id of a link', 'pl_12345678', [link('pl_12345678', 'Box')], [payment('Emma')], true],
    [
      'the address of a link',
      'shop.example/pay/pl_12345678?from=mail',
      [link('pl_12345678', 'Box')],
      [payment('Emma')],
      true,
    ],
    ['a payer, whose name a link has too', 'emma', [link('pl_1', 'For Emma')], [payment('Emma')], false],
    [
      'a payer, whose name is typed without its accents',
      'zoe',
      [link('pl_1', 'Zoë’s')],
      [payment('Zoë')],
      false,
    ],
    ['an e-mail', 'box@', [link('pl_1', 'Weekend box')], [payment('Emma', 'box@shop.test')], false],
    ['an amount, which neither is called', '44.50', [link('pl_1', 'Weekend box')], [payment('Emma')], false],
  ])('%s', (_, text, links, payments, expected) => {
    expect(isAboutLinks({ links, payments }, text)).toBe(expected)
  })
})

it('without a response every list is offered', () => {
  expect(further('nobody').flatMap(({ options }) => options)).toHaveLength(3)
})

describe('an archived customer is found without a charge option', () => {
  const how = { locale: 'en', mayCharge: true }
  const keys = (status: 'ACTIVE' | 'ARCHIVED', isCharge: boolean) =>
    foundGroups(found(status), 'ada', { ...how, isCharge }).flatMap(({ options }) =>
      options.map(({ key }) => key),
    )

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
  const how = { locale: 'en', mayCharge: false, isCharge: false }
  const label = (customers: boolean) =>
    foundGroups({ ...found('ACTIVE'), near: { customers, links: false, payments: false } }, 'adda', how)[0]
      ?.label
  expect(label(false)).toBe(search.customers)
  expect(label(true)).toContain(common.nearMatches)
})

function found(status: 'ACTIVE' | 'ARCHIVED') {
  const customer: FoundCustomer = {
    ...aCustomer({ status }),
    card_state: 'none',
    masked: false,
    mirror: { seen_at: '2026-11-20T12:00:00.000Z', confirmed_at: null, conflict: false, missing: false },
    phone_shown: '5555 1234',
    match: 'exact',
  }
  const near = { customers: false, links: false, payments: false }
  const more = { customers: null, links: null, payments: null, settlements: null }
  return { customers: [customer], links: [], payments: [], settlements: [], more, near, newPhone: null }
}
