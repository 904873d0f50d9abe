import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '@/lib/contract/endpoints'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { type Answer, type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let mine: Merchant
let revoked: Merchant

/** Ids of another account's objects, by the first segment of the path. */
const FOREIGN: Readonly<Record<string, string>> = {
  payment_links: 'pl_theirs',
  payments: 'pay_theirs',
  customers: 'cus_theirs',
  settlements: 'set_theirs',
  disputes: 'dsp_theirs',
}
/** Valid bodies, so that the id alone decides. */
const BODIES: Partial<Record<EndpointName, object | string>> = {
  createPaymentLink: { title: 'Cake', amount: 5 },
  createCustomer: { name: 'Ana', phone: '+50255550000' },
  updateCustomer: { name: 'Eva' },
  createCharge: { amount: 5, use_saved_card: true },
  createRefund: { amount: 1 },
  submitEvidence: { text: 'x' },
  uploadDisputeFile: '%PDF-1.7',
}

beforeAll(async () => {
  api = await startApi({ tampered: true })
  mine = await api.merchant()
  revoked = await api.merchant()
  const system = api.database.as('checkout_system')
  await revokeApiKey(system, { keyId: revoked.keyId, actor: { kind: 'operator' } }, api.now())
  const { account } = await api.merchant()
  for (const text of [
    `INSERT INTO service.customer (account_id, id, name, phone, phone_key, source, created_at)
      VALUES ($1, 'cus_theirs', 'x', '+50255550001', '+50255550001', 'MERCHANT', now())`,
    `INSERT INTO service.payment_link (account_id, id, title, amount_minor, currency, created_at)
      VALUES ($1, 'pl_theirs', 'x', 1, 'USD', now())`,
    `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, created_at)
      VALUES ($1, 'pay_theirs', 1, 'USD', 'FAILED', 'x', now())`,
    `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
        payment_count, period_start, period_end, created_at)
      VALUES ($1, 'set_theirs', 'DEBT', 'USD', 1, 1, 0, 0, 1, '2026-11-19', '2026-11-20', now())`,
    `INSERT INTO service.dispute (account_id, id, payment_id, processor_reference, amount_minor, fee_minor, currency, reason,
        status, opened_at, created_at)
      VALUES ($1, 'dsp_theirs', 'pay_theirs', 'du_theirs', 1, 0, 'USD', 'OTHER', 'NEEDS_RESPONSE', now(), now())`,
  ])
    await system.query({ text, values: [account.id] })
})
afterAll(() => api.stop())

// Object.keys forgets the key type.
const names = Object.keys(endpoints) as EndpointName[]

async function call(name: EndpointName, key: string | null, id = ''): Promise<Answer> {
  const { method, path } = endpoints[name]
  const headers = { 'Idempotency-Key': `key-${name}-${id}` }
  const body = BODIES[name]
  return api.request(method, `/api/v1${path.replace('{id}', id)}?name=x`, {
    key,
    headers,
    ...(body ? { body } : {}),
  })
}

/** Returns a response without its unique parts. */
function plain({ status, headers, body }: Answer) {
  const kept = [...headers].filter(([name]) => !/^(date|request-id|ratelimit-.*)$/.test(name))
  return { status, headers: kept, body: JSON.stringify(body).replaceAll(/req_[0-9a-f]{32}/g, 'req') }
}

describe.each(names)('%s', (name) => {
  const { path } = endpoints[name]

  test('a call without a key, with an unknown key or with a revoked key is refused', async () => {
    const answers = [null, 'sk_nobody', revoked.key].map((key) => call(name, key, 'x'))
    const [none, unknown, ended] = (await Promise.all(answers)).map(plain)
    expect([none?.status, unknown?.status]).toEqual([401, 401])
    expect(ended).toEqual(unknown)
  })

  test.runIf(path.includes('{id}'))(
    'an id of another account gets the same response as an unknown one',
    async () => {
      const id = FOREIGN[path.split('/')[1] ?? ''] ?? expect.fail(`FOREIGN lacks an object for ${path}`)
      const foreign = plain(await call(name, mine.key, id))
      expect(foreign).toEqual(plain(await call(name, mine.key, 'x_nobodys')))
      expect(foreign.status).toBe(404)
    },
  )

  test.runIf(!path.includes('{id}'))('objects of another account are not shown', async () => {
    const { body } = await call(name, mine.key)
    expect(JSON.stringify(body)).not.toContain('_theirs')
  })
})
