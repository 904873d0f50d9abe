import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@/lib/contract/ids'
import { paymentListSchema, paymentSchema } from '@/lib/contract/payment'
import { makeLink } from '@/prisma/demo/seed-context'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

interface Recorded {
  status: string
  linkId?: string
  customerId?: string
  createdAt?: Date
}

describe('payments over HTTP', () => {
  let api: RunningApi
  let shop: Merchant
  let linkId: string
  const ids: string[] = []
  const statuses = ['PENDING', 'APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT']
  const first = new Date('2026-11-10T00:00:00.000Z')

  /** Inserts a payment in the state that its charge would have left; the charge itself is tested elsewhere. */
  async function record(merchant: Merchant, { status, linkId, customerId, createdAt = api.now() }: Recorded) {
    const id = newId('pay', createdAt)
    const approved = status === 'APPROVED'
    await api.database.as('checkout_service', merchant.account.id).query({
      text: `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, payer_name, payer_email,
          customer_id, link_id, card_brand, card_last4, decline_code, fee_minor, authorization_code,
          processor_reference, created_at, approved_at)
        VALUES ($1, $2, 12050, 'USD', $3, $4, 'Ana', 'ana@example.com', $5, $6, 'visa', '4242', $7, $8, $9, $10, $11, $12)`,
      values: [
        merchant.account.id,
        id,
        status,
        status === 'PENDING' ? 'AUTHORIZING' : null,
        customerId ?? null,
        linkId ?? null,
        status === 'FAILED' ? 'insufficient_funds' : null,
        approved ? 379 : null,
        approved ? 'A1B2C3' : null,
        approved ? 'tb_1' : null,
        createdAt,
        approved ? createdAt : null,
      ],
    })
    return id
  }

  beforeAll(async () => {
    api = await startApi({ tampered: true })
    shop = await api.merchant()
    await api.database.as('checkout_service', shop.account.id).query({
      text: `INSERT INTO service.customer (account_id, id, name, phone, phone_key, source, created_at)
        VALUES ($1, 'cus_1', 'Ana', '+50255550000', '+50255550000', 'MERCHANT', now())`,
      values: [shop.account.id],
    })
    linkId = (await makeLink(api, shop.account, { title: 'Cake' })).id
    for (let i = 0; i < 20; i += 1) {
      ids.unshift(
        await record(shop, {
          status: statuses[i % 5] ?? '',
          linkId: i % 2 === 0 ? linkId : undefined,
          customerId: i % 4 === 1 ? 'cus_1' : undefined,
          createdAt: new Date(first.getTime() + i * 60_000),
        }),
      )
    }
  })
  afterAll(() => api.stop())

  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await shop.call('GET', `/payments?${query}`)
    expect(status).toBe(200)
    expect(paymentListSchema.parse(body)).toEqual(body)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const every = (wanted: (i: number) => boolean) => ids.filter((_, at) => wanted(ids.length - 1 - at))

  it('a payment is returned with exactly the contract’s fields and ours', async () => {
    const [approved = ''] = await list('status=APPROVED&limit=1')
    const { status, body } = await shop.call('GET', `/payments/${approved}`)
    expect(status).toBe(200)
    expect(paymentSchema.parse(body)).toEqual(body)
    expect(body).toEqual({
      id: approved,
      object: 'payment',
      amount: 120.5,
      currency: 'USD',
      status: 'APPROVED',
      payer: { name: 'Ana', email: 'ana@example.com' },
      customer_id: null,
      payment_link: { id: linkId, title: 'Cake', url: `https://pay.example.com/pay/${linkId}` },
      authorization_code: 'A1B2C3',
      processor_reference: 'tb_1',
      settlement_id: null,
      created_at: '2026-11-10T00:16:00.000Z',
      description: null,
      decline: null,
      card: { brand: 'visa', last4: '4242' },
      approved_at: '2026-11-10T00:16:00.000Z',
      fee_amount: 3.79,
      receipt_url: `https://pay.example.com/receipt/${approved}`,
    })
  })

  it('a failed payment has its reason for the merchant', async () => {
    const [failed] = await list('status=FAILED&limit=1')
    const { body } = await shop.call('GET', `/payments/${failed}`)
    expect(body.decline).toMatchObject({ code: 'insufficient_funds' })
  })

  it('an unknown id, another account’s id and an impossible id get the same response', async () => {
    const other = await api.merchant()
    const foreign = await record(other, { status: 'FAILED' })
    for (const id of ['pay_unknown', foreign, '%00', 'x'.repeat(500)]) {
      const { status, body } = await shop.call('GET', `/payments/${id}`)
      expect([status, body.error.code]).toEqual([404, 'resource_not_found'])
      expect(Object.keys(body.error.details)).toEqual(['request_id'])
    }
  })

  it('payments are listed newest first, page by page, while payments arrive', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await shop.call('GET', `/payments?limit=3${cursor ? `&starting_after=${cursor}` : ''}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
      await record(shop, { status: 'TIMEOUT' })
    } while (cursor)
    expect(seen.slice(-20)).toEqual(ids)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('payments are filtered by status, link, customer and time, alone and combined', async () => {
    const old = 'limit=100&created_before=2026-11-11T00:00:00Z'
    for (const [at, status] of statuses.entries()) {
      expect(await list(`${old}&status=${status}`)).toEqual(every((i) => i % 5 === at))
    }
    expect(await list(`${old}&payment_link_id=${linkId}`)).toEqual(every((i) => i % 2 === 0))
    expect(await list(`${old}&customer_id=cus_1`)).toEqual(every((i) => i % 4 === 1))
    const both = `${old}&payment_link_id=${linkId}&status=APPROVED`
    expect(await list(both)).toEqual(every((i) => i % 2 === 0 && i % 5 === 1))
    expect(await list(`${both}&customer_id=cus_1`)).toEqual([])
    const window = 'created_after=2026-11-10T00:05:00Z&created_before=2026-11-10T00:10:00Z'
    expect(await list(window)).toEqual(every((i) => i >= 5 && i < 10))
    expect(await list(`${window}&status=PENDING`)).toEqual(every((i) => i === 5))
  })

  it('another account’s link or customer finds nothing', async () => {
    const other = await api.merchant()
    const { body } = await other.call('GET', `/payments?payment_link_id=${linkId}&customer_id=cus_1`)
    expect(body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null })
  })

  it.each(['status=approved', 'payment_link_id=', 'customer_id=%00', 'payment_link_id=a&payment_link_id=b'])(
    'the query %s is refused',
    async (query) => {
      const { status, body } = await shop.call('GET', `/payments?${query}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_parameters'])
    },
  )
})
