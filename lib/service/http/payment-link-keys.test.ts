import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { activateAccount, suspendAccount } from '@/lib/service/accounts/change-account'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

const START = new Date('2026-11-20T12:00:00.000Z')
const cake = { title: 'Birthday cake', amount: 25.5, metadata: { order: 'A-1042', pieces: 10 } }

let api: RunningApi
let shop: Merchant

beforeAll(async () => {
  api = await startApi({ start: START })
  shop = await api.merchant()
})
afterEach(() => api.setNow(START))
afterAll(() => api.stop())

const create = (body: unknown, key?: string, merchant = shop) =>
  merchant.call('POST', '/payment_links', {
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })

/** Returns a response's status, bytes, and whether it is marked as a replay. */
const shown = ({ status, body, headers }: Awaited<ReturnType<typeof create>>) => ({
  status,
  text: JSON.stringify(body),
  replay: headers.get('Idempotent-Replay'),
})

async function count(table: 'payment_link' | 'idempotency_key', merchant = shop): Promise<number> {
  const { count: found } = await api.database.as('checkout_system').query({
    text: `SELECT 1 FROM service.${table} WHERE account_id = $1`,
    values: [merchant.account.id],
  })
  return found
}

describe('an Idempotency-Key on POST /payment_links', () => {
  it('a retry under the key gets the same bytes, marked as a replay, and creates no second link', async () => {
    const key = randomUUID()
    const before = await count('payment_link')
    const first = shown(await create(cake, key))
    expect(first).toMatchObject({ status: 201, replay: null })
    expect(shown(await create(cake, key))).toEqual({ ...first, replay: 'true' })
    // The same body with another order of members and notation of numbers.
    const same = '{"metadata":{"pieces":1e1,"order":"A-1042"},"amount":25.50,"title":"Birthday cake"}'
    expect(shown(await create(same, key))).toEqual({ ...first, replay: 'true' })
    expect(await count('payment_link')).toBe(before + 1)
  })

  it('without the header the same body creates another link, and no key is stored', async () => {
    const before = await count('idempotency_key')
    const [one, two] = [await create(cake), await create(cake)]
    expect([one.status, two.status, two.headers.get('Idempotent-Replay')]).toEqual([201, 201, null])
    expect(one.body.id).not.toBe(two.body.id)
    expect(await count('idempotency_key')).toBe(before)
  })

  it('a stored response never changes, even once the link is cancelled or its expiry has passed', async () => {
    const key = randomUUID()
    const body = { ...cake, expires_at: '2026-11-20T13:00:00Z' }
    const first = await create(body, key)
    await shop.call('POST', `/payment_links/${first.body.id}/cancel`)
    api.setNow(new Date('2026-11-21T12:00:00Z'))
    expect(shown(await create(body, key))).toEqual({ ...shown(first), replay: 'true' })
  })

  it('the key with another body is 422, also if that body is invalid', async () => {
    const key = randomUUID()
    const first = shown(await create(cake, key))
    for (const body of [
      { ...cake, amount: 26 },
      { ...cake, title: '' },
    ]) {
      const answer = await create(body, key)
      expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused'])
      expect(answer.headers.get('Idempotent-Replay')).toBeNull()
    }
    expect(shown(await create(cake, key))).toEqual({ ...first, replay: 'true' })
  })

  it.each(['', '1234567', 'k'.repeat(256)])(
    'the key “%s” is refused before a link is created',
    async (key) => {
      const before = await count('payment_link')
      const answer = await create(cake, key)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_idempotency_key'])
      expect(await count('payment_link')).toBe(before)
    },
  )

  it.each(['12345678', 'k'.repeat(255)])('the key “%s” has a valid length', async (key) => {
    expect((await create(cake, key)).status).toBe(201)
  })

  it('a key is another one on another account and on another route', async () => {
    const key = randomUUID()
    const { id } = (await create(cake, key)).body
    const other = await create(cake, key, await api.merchant())
    expect([other.status, other.headers.get('Idempotent-Replay')]).toEqual([201, null])
    expect(other.body.id).not.toBe(id)
    const { body: customer } = await shop.call('POST', '/customers', {
      body: { name: 'Ana', phone: '+50255550133' },
    })
    const charge = await shop.call('POST', `/customers/${customer.id}/charges`, {
      body: { amount: 25.5 },
      headers: { 'Idempotency-Key': key },
    })
    expect([charge.status, charge.headers.get('Idempotent-Replay')]).toEqual([201, null])
  })

  it('a refused request leaves its key unused', async () => {
    const key = randomUUID()
    const merchant = await api.merchant()
    expect((await create({ ...cake, amount: 1.005 }, key, merchant)).status).toBe(400)
    expect((await create('{', key, merchant)).status).toBe(400)
    const stranger = await api.request('POST', '/api/v1/payment_links', {
      body: cake,
      headers: { 'Idempotency-Key': key },
    })
    expect([stranger.status, await count('idempotency_key', merchant)]).toEqual([401, 0])
    expect(shown(await create(cake, key, merchant))).toMatchObject({ status: 201, replay: null })
  })

  it('an account without charges gets 403 for a new key and for a used one', async () => {
    const merchant = await api.merchant()
    const key = randomUUID()
    await create(cake, key, merchant)
    const change = { accountId: merchant.account.id, actor: { kind: 'operator' } } as const
    await activateAccount(api.database.as('checkout_system'), change, START)
    await suspendAccount(api.database.as('checkout_system'), change, START)
    api.passMs(60_000)
    expect((await create(cake, key, merchant)).status).toBe(403)
    expect((await create(cake, randomUUID(), merchant)).status).toBe(403)
    expect(await count('idempotency_key', merchant)).toBe(1)
  })

  it('the same key sent twenty times at once creates one link, and all get the same bytes', async () => {
    const key = randomUUID()
    const before = await count('payment_link')
    const answers = (await Promise.all(Array.from({ length: 20 }, () => create(cake, key)))).map(shown)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.filter(({ replay }) => replay === null)).toHaveLength(1)
    expect(await count('payment_link')).toBe(before + 1)
  })

  it('two bodies under one key at once create one link, and the other is 422', async () => {
    const key = randomUUID()
    const answers = await Promise.all([create(cake, key), create({ ...cake, amount: 26 }, key)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})
