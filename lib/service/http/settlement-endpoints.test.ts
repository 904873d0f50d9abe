import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceSchema } from '@/lib/contract/balance'
import { objectOf } from '@/lib/contract/events'
import { settlementListSchema, settlementSchema } from '@/lib/contract/settlement'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { payLink } from '@/lib/service/charges/pay-link'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { payment } from '@/test/factories/create-shop'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

const START = new Date('2026-11-10T18:00:00.000Z')
const DAY_MS = 86_400_000

let api: RunningApi

beforeAll(async () => {
  api = await startApi({ start: START })
})
afterAll(async () => {
  expect(await checkCoherence({ database: api.database })).toEqual([])
  await api.stop()
})

const pass = (ms: number) => api.setNow(new Date(api.now().getTime() + ms))

/** Creates a payment as merchant and payer do: by a link over HTTP. */
async function collect(shop: Merchant, amount: number, title = 'Cake'): Promise<string> {
  const created = await shop.call('POST', '/payment_links', { body: { title, amount } })
  expect(created.status).toBe(201)
  const deps = { ...api, processor: api.bank, leaseMs: 30_000 }
  const result = await payLink(deps, payment(created.body.id))
  if (result.kind !== 'attempted') throw new Error(result.kind)
  expect(result.attempt.status).toBe('APPROVED')
  return result.attempt.paymentId
}

const settle = (shop: Merchant) =>
  settleDue({ ...api, usesTestBank: true }, { until: api.now(), now: api.now() }, shop.account.id)

async function transfer(shop: Merchant) {
  const { body } = await shop.call('GET', '/settlements?status=PENDING')
  const bank = new TestBankTransfers(api.database, { now: api.now, delayMs: 0 })
  const deps = { ...api, bank, usesTestBank: true, owner: 'test', leaseMs: 30_000 }
  return runTransfers(
    deps,
    body.data.map(({ id }: { id: string }) => id),
  )
}

const fees = (shop: Merchant, percent: number, fixed: number) =>
  setAccountFees(
    api.database.as('checkout_system'),
    { accountId: shop.account.id, actor: { kind: 'operator' }, percent, fixed },
    api.now(),
  )

describe('settlements and balance over HTTP', () => {
  it('settlements and balance have exactly the contract’s fields and ours, from collected to paid out', async () => {
    const shop = await api.merchant()
    const empty = await shop.call('GET', '/balance')
    expect(empty.status).toBe(200)
    expect(empty.body).toEqual({
      object: 'balance',
      currency: 'USD',
      available: { payment_count: 0, gross_amount: 0, fee_amount: 0, net_amount: 0, debt_amount: 0 },
      in_transit: 0,
      paid_out: 0,
      fee_schedule: { percent: 2.9, fixed: 0.3 },
    })
    const first = await collect(shop, 100)
    pass(60_000)
    const second = await collect(shop, 20.5)
    const collected = await shop.call('GET', '/balance')
    expect(collected.body.available).toEqual({
      payment_count: 2,
      gross_amount: 120.5,
      fee_amount: 4.09,
      net_amount: 116.41,
      debt_amount: 0,
    })
    pass(DAY_MS)
    await settle(shop)

    const list = await shop.call('GET', '/settlements')
    expect(list.status).toBe(200)
    expect(settlementListSchema.parse(list.body)).toEqual(list.body)
    const expected = {
      object: 'settlement',
      id: expect.stringMatching(/^set_/),
      status: 'PENDING',
      currency: 'USD',
      gross_amount: 120.5,
      fee_amount: 4.09,
      debt_amount: 0,
      net_amount: 116.41,
      payment_count: 2,
      // This is the day in Guatemala.
      period_start: '2026-11-10T06:00:00.000Z',
      period_end: '2026-11-11T06:00:00.000Z',
      bank_account: { bank_name: 'Test Bank', account_last4: '6789' },
      reference: null,
      paid_at: null,
      created_at: api.now().toISOString(),
    }
    expect(list.body).toEqual({ object: 'list', data: [expected], has_more: false, next_cursor: null })

    const { id } = list.body.data[0]
    const detail = await shop.call('GET', `/settlements/${id}`)
    expect(settlementSchema.parse(detail.body)).toEqual(detail.body)
    expect(detail.body).toEqual({
      ...expected,
      payments: [
        { id: second, amount: 20.5, payer_name: 'Ana Payer', created_at: '2026-11-10T18:01:00.000Z' },
        { id: first, amount: 100, payer_name: 'Ana Payer', created_at: '2026-11-10T18:00:00.000Z' },
      ],
    })
    const paid = await shop.call('GET', `/payments/${first}`)
    expect(paid.body).toMatchObject({ settlement_id: id, fee_amount: 3.2 })
    expect((await shop.call('GET', '/balance')).body).toMatchObject({
      available: { payment_count: 0, gross_amount: 0, fee_amount: 0, net_amount: 0 },
      in_transit: 116.41,
      paid_out: 0,
    })

    pass(60_000)
    await transfer(shop)
    const after = await shop.call('GET', `/settlements/${id}`)
    expect(after.body).toEqual({
      ...detail.body,
      status: 'PAID',
      reference: expect.stringMatching(/^TR-/),
      paid_at: api.now().toISOString(),
    })
    const balance = await shop.call('GET', '/balance')
    expect(balanceSchema.parse(balance.body)).toEqual(balance.body)
    expect(balance.body).toMatchObject({ in_transit: 0, paid_out: 116.41 })

    // The events contain the same object as the list.
    const { rows } = await api.database
      .as('checkout_service', shop.account.id)
      .query<{ kind: string; body: string }>({
        text: `SELECT kind, body FROM service.event WHERE object_id = $1 ORDER BY created_at`,
        values: [id],
      })
    expect(rows.map(({ kind }) => kind)).toEqual(['settlement.created', 'settlement.paid'])
    const [made, left] = rows.map(({ body }) => JSON.parse(body))
    expect(made.data.settlement).toEqual({ ...expected, id })
    const { payments: _, ...snapshot } = after.body
    expect(left.data.settlement).toEqual(snapshot)
    expect([objectOf(made).ok, objectOf(left).ok]).toEqual([true, true])
  })

  it('a debt is shown, carried over, and deducted as its own line', async () => {
    const shop = await api.merchant()
    await fees(shop, 0, 5)
    await collect(shop, 1)
    pass(DAY_MS)
    await settle(shop)
    const { body: debt } = await shop.call('GET', '/settlements?status=DEBT')
    expect(debt.data).toMatchObject([
      { status: 'DEBT', gross_amount: 1, fee_amount: 5, debt_amount: 0, net_amount: -4, bank_account: null },
    ])
    expect((await shop.call('GET', '/balance')).body).toMatchObject({
      available: { payment_count: 0, gross_amount: 0, fee_amount: 0, net_amount: -4, debt_amount: 4 },
      in_transit: 0,
      paid_out: 0,
      fee_schedule: { percent: 0, fixed: 5 },
    })
    await fees(shop, 0, 0)
    await collect(shop, 10)
    pass(DAY_MS)
    await settle(shop)
    const { body } = await shop.call('GET', '/settlements')
    expect(body.data).toMatchObject([
      { status: 'PENDING', gross_amount: 10, fee_amount: 0, debt_amount: 4, net_amount: 6 },
      { status: 'DEBT' },
    ])
    expect((await shop.call('GET', '/balance')).body).toMatchObject({
      available: { net_amount: 0 },
      in_transit: 6,
    })
  })

  it('settlements are listed newest first, page by page, while settlements arrive, and filtered by status', async () => {
    const shop = await api.merchant()
    for (let day = 0; day < 5; day += 1) {
      await collect(shop, 10 + day)
      pass(DAY_MS)
    }
    await settle(shop)
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const { body } = await shop.call(
        'GET',
        `/settlements?limit=2${cursor ? `&starting_after=${cursor}` : ''}`,
      )
      seen.push(...body.data.map(({ gross_amount }: { gross_amount: number }) => gross_amount))
      cursor = body.next_cursor
      if (seen.length === 2) {
        await collect(shop, 99)
        pass(DAY_MS)
        await settle(shop)
      }
    } while (cursor)
    expect(seen).toEqual([14, 13, 12, 11, 10])
    await transfer(shop)
    const count = async (status: string) =>
      (await shop.call('GET', `/settlements?status=${status}`)).body.data.length
    expect([await count('PAID'), await count('PENDING'), await count('DEBT')]).toEqual([6, 0, 0])
  })

  it('an unknown id, another account’s id and an impossible id get the same response', async () => {
    const shop = await api.merchant()
    const other = await api.merchant()
    await collect(other, 10)
    pass(DAY_MS)
    await settle(other)
    const { body } = await other.call('GET', '/settlements')
    for (const id of ['set_unknown', body.data[0].id, '%00', 'x'.repeat(500)]) {
      const answer = await shop.call('GET', `/settlements/${id}`)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
      expect(Object.keys(answer.body.error.details)).toEqual(['request_id'])
    }
    expect((await shop.call('GET', '/settlements')).body.data).toEqual([])
    expect((await shop.call('GET', '/balance')).body).toMatchObject({ in_transit: 0, paid_out: 0 })
  })

  it.each(['status=paid', 'limit=0', 'limit=101', 'starting_after=x', 'status=PAID&status=DEBT'])(
    'the query %s is refused',
    async (query) => {
      const shop = await api.merchant()
      const { status, body } = await shop.call('GET', `/settlements?${query}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_parameters'])
    },
  )
})

describe('currencies of every number of decimals', () => {
  const currencies = [
    // These are currency, amount, and fee of 2.9 % + fixed, rounded half up in the currency's smallest unit.
    { currency: 'CLP', country: 'CL', timezone: 'America/Santiago', amount: 12_345, fee: 388, fixed: 30 },
    {
      currency: 'PYG',
      country: 'PY',
      timezone: 'America/Asuncion',
      amount: 1_000_017,
      fee: 29_030,
      fixed: 30,
    },
    { currency: 'JPY', country: 'JP', timezone: 'Asia/Tokyo', amount: 500, fee: 45, fixed: 30 },
    { currency: 'KWD', country: 'KW', timezone: 'Asia/Kuwait', amount: 1.234, fee: 0.136, fixed: 0.1 },
    { currency: 'USD', country: 'US', timezone: 'America/New_York', amount: 0.5, fee: 0.31, fixed: 0.3 },
    {
      currency: 'BHD',
      country: 'BH',
      timezone: 'Asia/Bahrain',
      amount: 99_999.999,
      fee: 2_900.1,
      fixed: 0.1,
    },
  ]

  it.each(currencies)(
    'a payment in $currency is exact from a link to the bank',
    async ({ amount, fee, fixed, ...place }) => {
      const { currency } = place
      const shop = await api.merchant(place)
      const half = await shop.call('POST', '/payment_links', {
        body: {
          title: 'Too fine',
          amount: amount + (currency === 'KWD' || currency === 'BHD' ? 0.0001 : 0.001),
        },
      })
      expect(half.body.error.details.fields[0].code).toBe('too_many_decimals')
      const id = await collect(shop, amount)
      const payment = (await shop.call('GET', `/payments/${id}`)).body
      expect(payment).toMatchObject({ amount, fee_amount: fee, currency })
      const net = Number((amount - fee).toFixed(3))
      expect((await shop.call('GET', '/balance')).body).toEqual({
        object: 'balance',
        currency,
        available: {
          payment_count: 1,
          gross_amount: amount,
          fee_amount: fee,
          net_amount: net,
          debt_amount: 0,
        },
        in_transit: 0,
        paid_out: 0,
        fee_schedule: { percent: 2.9, fixed },
      })
      pass(2 * DAY_MS)
      await settle(shop)
      const [listed] = (await shop.call('GET', '/settlements')).body.data
      const detail = (await shop.call('GET', `/settlements/${listed.id}`)).body
      expect(detail).toMatchObject({
        currency,
        gross_amount: amount,
        fee_amount: fee,
        net_amount: net,
        payments: [{ id, amount }],
      })
      await transfer(shop)
      expect((await shop.call('GET', '/balance')).body).toMatchObject({ in_transit: 0, paid_out: net })
      const { rows } = await api.database
        .as('checkout_bank')
        .query<{ amount_minor: number; currency: string }>({
          text: 'SELECT amount_minor, currency FROM test_bank.transfer WHERE reference = $1',
          values: [listed.id],
        })
      const places =
        new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
          .maximumFractionDigits ?? 0
      expect(rows).toEqual([{ amount_minor: Math.round(net * 10 ** places), currency }])
    },
  )
})
