import { beforeAll, describe, expect, test } from 'vitest'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { findAnything } from './find-anything'

const { dashboard, host, ctx } = await connectedDashboard()
const other = await externalHost()

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const everything = { links: true, payments: true, customers: true, settlements: true }

beforeAll(async () => {
  host.links = [
    aLink({ id: 'pl_019a0000aaaa', title: 'Tasting menu 50%', amount: 120.5, created_at: minutesAgo(9) }),
    aLink({
      id: 'pl_019a0000bbbb',
      title: 'Wine',
      metadata: { order: 'A-1024', sku: 'order_5678abcd' },
      amount: 30,
      created_at: minutesAgo(8),
    }),
    aLink({
      id: 'pl_019a0000cccc',
      title: 'Breakfast',
      amount: 4242,
      created_at: minutesAgo(7),
      expires_at: minutesAgo(1),
    }),
  ]
  host.payments = [
    aPayment({
      id: 'pay_019a0000aaaa',
      amount: 120.5,
      status: 'APPROVED',
      payer: { name: 'Grace Hopper', email: 'grace@navy.example' },
      payment_link: { id: 'pl_019a0000aaaa', title: 'Tasting menu 50%', url: 'https://x.test/p' },
      created_at: minutesAgo(6),
    }),
    aPayment({
      id: 'pay_019a0000bbbb',
      amount: 30,
      payer: { name: 'Ada', email: 'ada@navy.example' },
      card: { brand: 'visa', last4: '4242' },
      authorization_code: 'EHM0TL',
      processor_reference: 'tb_7F3a9B5c4D6e',
      created_at: minutesAgo(500_000),
    }),
    ...Array.from({ length: 9 }, (_, index) =>
      aPayment({ id: `pay_many${index}`, amount: 1, payer: { name: 'Many', email: '' } }),
    ),
  ]
  host.settlements = [
    aSettlement({
      id: 'set_019a0000aaaa',
      status: 'PAID',
      reference: 'TRF-20261119',
      net_amount: 117.25,
      paid_at: minutesAgo(3),
    }),
    aSettlement({ id: 'set_019a0000bbbb', status: 'DEBT', net_amount: -2.5 }),
  ]
  other.settlements = [aSettlement({ id: 'set_019a0000dddd', reference: 'TRF-FOREIGN' })]
  other.payments = [aPayment({ id: 'pay_019a0000dddd', payer: { name: 'Foreign', email: 'f@navy.example' } })]
  other.links = [aLink({ id: 'pl_019a0000dddd', title: 'Foreign wine' })]
  await dashboard.owner(other, 'somebody@else.test')
  await dashboard.importHistories()
})

async function found(text: string, nouns = everything) {
  const { links, payments, settlements } = await findAnything(ctx, { text, nouns, role: 'OWNER' })
  return [...links, ...payments, ...settlements].map(({ id }) => id)
}

describe('one search', () => {
  test.each([
    ['a link and its payments by its id', 'pl_019a0000aaaa', ['pl_019a0000aaaa', 'pay_019a0000aaaa']],
    ['a payment by its id', 'pay_019a0000bbbb', ['pay_019a0000bbbb']],
    ['payments by the start of their ids', 'pay_019a', ['pay_019a0000aaaa', 'pay_019a0000bbbb']],
    [
      'a link by its pasted address',
      'https://pay.example/pay/pl_019a0000bbbb?utm=x#top',
      ['pl_019a0000bbbb'],
    ],
    ['payers by part of an e-mail, at any date', '@navy', ['pay_019a0000aaaa', 'pay_019a0000bbbb']],
    ['titles, whatever the case', 'tasting MENU', ['pl_019a0000aaaa', 'pay_019a0000aaaa']],
    ['terms in any order', 'menu 50% TASTING', ['pl_019a0000aaaa', 'pay_019a0000aaaa']],
    ['a payment by its authorization code, whatever the case', 'ehm0tl', ['pay_019a0000bbbb']],
    ['a payment by its processor’s reference', 'tb_7F3a9B5c4D6e', ['pay_019a0000bbbb']],
    ['a payment by the start of that', 'tb_7F3a', ['pay_019a0000bbbb']],
    ['a payer with an amount', 'hopper 120.50', ['pay_019a0000aaaa']],
    ['a link by a reference', 'a-1024', ['pl_019a0000bbbb']],
    ['a link by a reference that looks like an id', 'order_5678abcd', ['pl_019a0000bbbb']],
    ['a per cent sign as itself', '%', ['pl_019a0000aaaa', 'pay_019a0000aaaa']],
    ['a settlement by its id', 'set_019a0000aaaa', ['set_019a0000aaaa']],
    [
      'a settlement by its pasted address',
      'https://pay.example/acme/balance/settlements/set_019a0000bbbb',
      ['set_019a0000bbbb'],
    ],
    ['a settlement by its transfer’s reference, whatever the case', 'trf-2026 1119', ['set_019a0000aaaa']],
    ['a settlement by its exact net', '117.25', ['set_019a0000aaaa']],
    ['a debt by its amount', '2.50', ['set_019a0000bbbb']],
    ['a payer by name', 'hopper', ['pay_019a0000aaaa']],
    ['nothing where nothing is', 'nobody at all', []],
  ])('the search finds %s', async (_, text, ids) => {
    expect(await found(text)).toEqual(ids)
  })

  test('the search finds an exact amount among links and payments', async () => {
    expect(await found('120.50')).toEqual(['pl_019a0000aaaa', 'pay_019a0000aaaa'])
    expect(await found('120.51')).toEqual([])
  })

  test('four digits are searched as an amount and as a card', async () => {
    expect(await found('4242')).toEqual(['pl_019a0000cccc', 'pay_019a0000bbbb'])
  })
})

test('rows that only resemble the text are marked in the search and in their list, those that contain it are not', async () => {
  const near = async (text: string) => {
    const { payments, near } = await findAnything(ctx, { text, nouns: everything, role: 'OWNER' })
    const list = await listPayments(ctx, { q: text }, { role: 'OWNER' })
    expect(list.data.map(({ id }) => id)).toEqual(payments.map(({ id }) => id))
    return [payments.length, near, list.search?.near]
  }
  const none = { customers: false, links: false, payments: false, settlements: false }
  expect(await near('hopper')).toEqual([1, none, false])
  expect(await near('hoper')).toEqual([1, { ...none, payments: true }, true])
  expect(await near('nobody at all')).toEqual([0, none, false])
  const { near: ofLinks } = await findAnything(ctx, { text: 'braekfast', nouns: everything, role: 'OWNER' })
  expect(ofLinks).toEqual({ ...none, links: true })
  expect((await listLinks(ctx, readQuery(linkFilterSchema, { q: 'braekfast' }))).search).toEqual({
    as: 'text',
    near: true,
  })
})

test('an expired link is shown as expired', async () => {
  const { links } = await findAnything(ctx, { text: 'breakfast', nouns: everything, role: 'OWNER' })
  expect(links).toMatchObject([{ shown_status: 'EXPIRED', status: 'ACTIVE' }])
})

test('the search returns a few of each noun, and whether its list has more', async () => {
  const none = { customers: false, links: false, payments: false, settlements: false }
  const more = async (text: string) =>
    (await findAnything(ctx, { text, nouns: everything, role: 'OWNER' })).more
  const { payments } = await findAnything(ctx, { text: 'many', nouns: everything, role: 'OWNER' })
  expect(payments).toHaveLength(4)
  expect(await more('many')).toEqual({ ...none, payments: true })
  expect(await more('1.00')).toEqual({ ...none, payments: true })
  expect(await more('navy')).toEqual(none)
  // No list searches the start of an id.
  expect(await more('pay_many')).toEqual(none)
})

describe('a complete id that the mirror lacks', () => {
  const late = 'pl_01a201e3381c773bb7e60ccadfc4a0e7'

  test('a complete id is fetched from the host as each noun that the role may see', async () => {
    host.links = [...host.links, aLink({ id: late, title: 'Made elsewhere' })]
    host.requests = []
    expect(await found(late.slice(0, 12))).toEqual([])
    expect(await found(late, { links: false, payments: true, customers: false, settlements: false })).toEqual(
      [],
    )
    expect(host.requests.map(({ path }) => path)).toEqual([`/payments/${late}`])
    expect(await found(`https://pay.example/pay/${late}`)).toEqual([late])
    host.requests = []
    expect(await found(late)).toEqual([late])
    expect(host.requests).toEqual([])
  })

  test('an object fetched by its id is found by its list as well', async () => {
    const id = `${late.slice(0, -1)}9`
    host.links = [...host.links, aLink({ id, title: 'Made elsewhere' })]
    const { data } = await listLinks(ctx, readQuery(linkFilterSchema, { q: id }))
    expect(data.map((link) => link.id)).toEqual([id])
  })

  test('a complete id is fetched as a settlement, too', async () => {
    const id = 'set_01a201e3381c773bb7e60ccadfc4a0e7'
    host.settlements = [...host.settlements, aSettlement({ id, net_amount: 1 })]
    expect(await found(id)).toEqual([id])
  })

  test('an id of an unresponsive host is not found, and the search still succeeds', async () => {
    host.fault = () => ({ status: 500 })
    expect(await found(`${late.slice(0, -1)}8`)).toEqual([])
    host.fault = () => null
  })
})

test('a noun that the role may not see is not searched', async () => {
  expect(
    await found('tasting', { links: false, payments: true, customers: false, settlements: false }),
  ).toEqual(['pay_019a0000aaaa'])
  expect(
    await found('tasting', { links: true, payments: false, customers: false, settlements: false }),
  ).toEqual(['pl_019a0000aaaa'])
})

test('another connection’s objects are not found, by name or by id', async () => {
  for (const text of ['Foreign', 'TRF-FOREIGN', 'pay_019a0000dddd', 'pl_019a0000dddd', 'set_019a0000dddd'])
    expect(await found(text)).toEqual([])
})
