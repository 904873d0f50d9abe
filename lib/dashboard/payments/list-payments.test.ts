import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { Refusal } from '@/lib/dashboard/refusal'
import { boundPrisma } from '@/lib/platform/prisma-client'
import { aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { listPayments, paymentTotals } from './list-payments'
import { paymentFilterSchema } from './payment-filter'

const { dashboard, host, ctx } = await connectedDashboard()

/** Calendar days of the account's zone around NOON. */
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-19', '2026-11-20', '2026-11-21']
const hoursAgo = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000).toISOString()
const link = {
  id: 'L1',
  title: 'Fish & chips 100%, “Children’s” party',
  url: 'https://otherpay.example/p/L1',
}

beforeAll(async () => {
  host.payments = [
    aPayment({
      id: 'pay_aaaaaaaa',
      status: 'APPROVED',
      amount: 10.1,
      created_at: hoursAgo(1),
      payment_link: link,
    }),
    aPayment({
      id: 'pay_bbbbbbbb',
      status: 'APPROVED',
      amount: 20.2,
      created_at: hoursAgo(2),
      customer_id: 'C1',
      processor_reference: 'tb_7F3a9B5c4D6e',
    }),
    aPayment({
      id: 'pay_cccccccc',
      status: 'FAILED',
      amount: 5,
      created_at: hoursAgo(3),
      authorization_code: 'K7Q2M9',
    }),
    aPayment({
      id: 'pay_dddddddd',
      created_at: hoursAgo(30),
      payer: { name: 'Grace_Hopper', email: 'grace@navy1985.example' },
      card: { brand: 'visa', last4: '4242' },
    }),
    ...Array.from({ length: 7 }, (_, index) =>
      aPayment({
        id: `same${index}`,
        status: 'VOIDED',
        created_at: hoursAgo(40),
        ...(index === 6 ? { payer: { name: 'Zoë Nøvák', email: '' } } : {}),
      }),
    ),
  ]
  host.links = [
    aLink({ id: 'L1', title: link.title }),
    aLink({ id: 'L2', title: 'Gone', expires_at: hoursAgo(1) }),
    aLink({
      id: 'L3',
      title: 'Later, still open',
      metadata: { order: 'A-1024', paid: { by: 'Transfer' } },
      expires_at: new Date(NOON.getTime() + 1).toISOString(),
    }),
    aLink({
      id: 'L4',
      title: 'Full',
      status: 'COMPLETED',
      paid_count: 1,
      metadata: { order: 'order_12345678', dashboard_form: 'ee41' },
    }),
  ]
  await dashboard.importHistories()
})

const list = ({ limit, ...query }: Record<string, string>) =>
  listPayments(ctx, readQuery(paymentFilterSchema, query), {
    role: 'OWNER',
    ...(limit ? { limit: Number(limit) } : {}),
  })
const ids = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id)

describe('the payments’ list', () => {
  test('the payments’ list is newest first, with the count of every tab and the approved sum', async () => {
    const page = await list({ limit: '3' })
    expect(page.data.map(({ id }) => id)).toEqual(['pay_aaaaaaaa', 'pay_bbbbbbbb', 'pay_cccccccc'])
    expect(page.totals?.counts).toEqual({
      ALL: 11,
      PENDING: 1,
      APPROVED: 2,
      FAILED: 1,
      VOIDED: 7,
      TIMEOUT: 0,
    })
    expect(page.totals).toMatchObject({ count: 11, amount: 30.3, currency: 'USD' })
    expect(page.data[0]).toMatchObject({ amount: 10.1, mirror: { conflict: false } })
  })

  test('pages neither overlap nor leave gaps, even between rows of one instant', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list({ limit: '2', cursor })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toHaveLength(11)
    expect(new Set(seen).size).toBe(11)
  })

  test('each page shows its position and links to the previous one, even between rows of one instant', async () => {
    const pages = [await list({ limit: '2' })]
    for (let next = pages[0]?.next_cursor; next; next = pages.at(-1)?.next_cursor)
      pages.push(await list({ limit: '2', cursor: next }))
    expect(pages.map(({ totals }) => totals?.from)).toEqual([1, 3, 5, 7, 9, 11])
    for (const [index, page] of pages.entries()) {
      const before = page.newer_cursor === null ? null : await list({ limit: '2', cursor: page.newer_cursor })
      // The second page links to the newest one, which needs no cursor.
      expect(before?.data ?? null).toEqual(index < 2 ? null : pages[index - 1]?.data)
    }
  })

  test('totals by days and totals by payments are equal', async () => {
    const { next_cursor: cursor } = await list({ limit: '2' })
    const yesterday = { period: 'custom', from: YESTERDAY, to: YESTERDAY }
    const queries: Record<string, string>[] = [
      {},
      { status: 'VOIDED' },
      { period: 'today' },
      { ...yesterday, status: 'APPROVED' },
      { cursor: cursor ?? '' },
      { cursor: cursor ?? '', status: 'VOIDED', period: '7d' },
      { period: 'custom', from: TOMORROW },
    ]
    for (const query of queries) {
      // A minimum of zero filters nothing, and days have no amounts.
      const counted = await paymentTotals(ctx, readQuery(paymentFilterSchema, { ...query, min: '0' }))
      const { totals } = await paymentTotals(ctx, readQuery(paymentFilterSchema, query))
      // Days know no refunds.
      expect({ net: counted.totals?.amount, ...totals }, JSON.stringify(query)).toEqual(counted.totals)
      expect(counted.totals?.counts.ALL).toBe((await list(query)).totals?.counts.ALL)
    }
  })

  test('a slow count is omitted, and the rows are shown', async () => {
    const role = 'checkout_dashboard'
    const hasty = {
      ...ctx,
      counting: boundPrisma(dashboard.prisma, role, ctx.connectionId, { timeoutMs: 1 }),
    }
    const owner = new Client({ connectionString: dashboard.url })
    await owner.connect()
    await owner.query('BEGIN')
    await owner.query('LOCK TABLE dashboard.mirror_payment')
    expect(await paymentTotals(hasty, readQuery(paymentFilterSchema, { min: '0' }))).toEqual({ totals: null })
    expect((await paymentTotals(hasty, {})).totals?.count).toBe(11)
    await owner.end()
  })

  test('payments are filtered by status, link, customer and time', async () => {
    expect(await ids({ status: 'FAILED' })).toEqual(['pay_cccccccc'])
    expect(await ids({ link: 'L1' })).toEqual(['pay_aaaaaaaa'])
    expect(await ids({ customer: 'C1' })).toEqual(['pay_bbbbbbbb'])
    expect(await ids({ period: 'custom', from: YESTERDAY, to: YESTERDAY })).toEqual(['pay_dddddddd'])
    expect(await ids({ period: 'custom', from: TODAY })).toEqual([
      'pay_aaaaaaaa',
      'pay_bbbbbbbb',
      'pay_cccccccc',
    ])
    expect(await ids({ period: 'custom', from: TOMORROW })).toEqual([])
    expect((await list({ status: 'FAILED', link: 'L1' })).totals?.counts).toMatchObject({
      ALL: 1,
      APPROVED: 1,
      FAILED: 0,
    })
  })

  test('payments are filtered by card (four digits, a brand or both) and by a range of amounts', async () => {
    expect(await ids({ card: '4242' })).toEqual(['pay_dddddddd'])
    expect(await ids({ card: 'visa', status: 'PENDING' })).toEqual(['pay_dddddddd'])
    expect(await ids({ card: 'amex' })).toEqual([])
    expect(await ids({ card: 'visa-4242' })).toEqual(['pay_dddddddd'])
    expect(await ids({ card: 'mastercard-4242' })).toEqual([])
    expect(await ids({ min: '5', max: '10.1' })).toEqual(['pay_aaaaaaaa', 'pay_cccccccc'])
    expect(await ids({ min: '10.11', max: '20.2' })).toEqual(['pay_bbbbbbbb'])
    const page = await list({ max: '10.1' })
    expect(page.totals).toMatchObject({ count: 2, amount: 10.1, currency: 'USD' })
  })

  test.each([
    ['grace@navy1985', 'email', 'pay_dddddddd'],
    ['4242', 'last4', 'pay_dddddddd'],
    ['K7Q2M9', 'authorization_code', 'pay_cccccccc'],
    // Six capitals need not be a code, nor four digits a card's.
    ['HOPPER', 'authorization_code', 'pay_dddddddd'],
    ['NAVY19', 'authorization_code', 'pay_dddddddd'],
    ['1985', 'last4', 'pay_dddddddd'],
    ['k7q2m9', 'authorization_code', 'pay_cccccccc'],
    ['20,20', 'amount', 'pay_bbbbbbbb'],
    ['20.20 usd', 'amount', 'pay_bbbbbbbb'],
    ['$5', 'amount', 'pay_cccccccc'],
    ['pay_bbbbbbbb', 'id', 'pay_bbbbbbbb'],
    ['tb_7F3a9B5c4D6e', 'id', 'pay_bbbbbbbb'],
  ])('a search for %s as %s ignores the dates', async (q, as, id) => {
    const page = await list({ q, period: 'custom', from: TOMORROW })
    expect(page.search).toEqual({ as, near: false })
    expect(page.data.map((payment) => payment.id)).toEqual([id])
    expect(page.totals?.count).toBe(1)
  })

  test.each([
    ['fish & CHIPS', 'pay_aaaaaaaa'],
    ['100%', 'pay_aaaaaaaa'],
    ['e_h', 'pay_dddddddd'],
    ['zoe novak', 'same6'],
    ['ZOË NØVÁK', 'same6'],
    ['físh', 'pay_aaaaaaaa'],
    ['party, CHIPS', 'pay_aaaaaaaa'],
    ["children's fish", 'pay_aaaaaaaa'],
    ['novak zoe', 'same6'],
    ['ada party 10.10', 'pay_aaaaaaaa'],
    ['Ada $20.20', 'pay_bbbbbbbb'],
    ['Ada 20,20 USD', 'pay_bbbbbbbb'],
  ])('a search finds %s in names and titles within the dates', async (q, id) => {
    const page = await list({ q })
    expect(page.search).toEqual({ as: 'text', near: false })
    expect(page.data.map((payment) => payment.id)).toEqual([id])
    const none = await list({ q, period: 'custom', from: TOMORROW })
    expect(none.data).toEqual([])
    expect(none.totals).toMatchObject({ count: 0, amount: 0, currency: 'USD' })
  })

  test('every term of a search must match, as text or as the amount', async () => {
    expect(await ids({ q: 'fish nobody' })).toEqual([])
    expect(await ids({ q: 'ada party 10.11' })).toEqual([])
  })

  test('an underscore and a percent sign match literally', async () => {
    expect(await ids({ q: '%' })).toEqual(['pay_aaaaaaaa'])
    expect(await ids({ q: '_' })).toEqual(['pay_dddddddd'])
  })

  test('every invalid value is reported', () => {
    const wrong = {
      status: 'LOST',
      cursor: 'x',
      from: 'yesterday',
      q: 'a\0',
      card: '42424',
      min: '1,50',
    }
    try {
      readQuery(paymentFilterSchema, wrong)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      const { code, fields } = error as Refusal
      expect(code).toBe('invalid_parameters')
      expect(fields.map(({ field }) => field).toSorted()).toEqual(Object.keys(wrong).toSorted())
    }
  })
})

describe('the links’ list', () => {
  test('the links’ list shows and counts expired links that the host still reports as active', async () => {
    const page = await listLinks(ctx, readQuery(linkFilterSchema, {}))
    expect(page.totals?.counts).toEqual({ ALL: 4, ACTIVE: 2, COMPLETED: 1, CANCELLED: 0, EXPIRED: 1 })
    const expired = await listLinks(ctx, readQuery(linkFilterSchema, { status: 'EXPIRED' }))
    expect(expired.data).toMatchObject([{ id: 'L2', status: 'ACTIVE', shown_status: 'EXPIRED' }])
    expect(expired.totals?.count).toBe(1)
  })

  test('links are searched by title', async () => {
    const page = await listLinks(ctx, readQuery(linkFilterSchema, { q: 'later' }))
    expect(page.data.map(({ id }) => id)).toEqual(['L3'])
  })

  test.each([
    ['OPEN later', ['L3']],
    ['a-1024', ['L3']],
    ['1024 later', ['L3']],
    ['transfer', ['L3']],
    ['order_12345678', ['L4']],
    ['later nobody', []],
    // The dashboard's own mark and the names of the merchant's references are not searched.
    ['ee41', []],
    ['order', ['L4']],
  ])('links are searched by terms of titles and references: %s', async (q, found) => {
    const page = await listLinks(ctx, readQuery(linkFilterSchema, { q }))
    expect(page.data.map(({ id }) => id)).toEqual(found)
  })
})
