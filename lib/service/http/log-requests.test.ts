import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setAccountCharges } from '@/lib/service/accounts/change-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { rollApiKey } from '@/lib/service/accounts/roll-api-key'
import { listKeys } from '@/lib/service/panel/keys'
import { getRequest, listRequests, type RequestQuery } from '@/lib/service/panel/requests'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

let api: RunningApi
/** Hook before a batch of the log is written. */
let onWrite: () => void | Promise<void> = () => {}

beforeAll(async () => {
  api = await startApi({
    requestLog: true,
    wrapDatabase: (database) =>
      tappedDatabase(database, (point) => (point === 'before insert-api-requests' ? onWrite() : undefined)),
  })
})
afterAll(() => api.stop())

function panelOf({ key, account }: Merchant) {
  return openPanelOf({ database: api.database, now: api.now, accountId: account.id }, key)
}

/** Returns the log of a merchant, once it has this number of calls. */
async function logOf(merchant: Merchant, count: number, query: RequestQuery = {}) {
  const panel = await panelOf(merchant)
  await expect.poll(async () => (await listRequests(panel, {})).counts?.ALL).toBe(count)
  return listRequests(panel, query)
}

describe('a call with a live key', () => {
  it('a call is logged with its route, response, object and redacted body, under the id of its response', async () => {
    const merchant = await api.merchant()
    const made = await merchant.call('POST', '/customers', {
      body: { name: 'Ana García', phone: '+502 5555 0132', email: 'ana@example.com' },
    })
    expect(made.status).toBe(201)
    await merchant.call('GET', '/customers?phone=%2B50255550132&limit=2')
    const { data } = await logOf(merchant, 2)
    expect(data[0]).toMatchObject({
      method: 'GET',
      path: '/customers?phone=***&limit=2',
      route: '/customers',
    })
    const panel = await panelOf(merchant)
    const id = made.headers.get('request-id') ?? ''
    expect(await getRequest(panel, id)).toMatchObject({
      id,
      method: 'POST',
      route: '/customers',
      status: 201,
      object_id: made.body.id,
      request_body: { name: '•••', phone: '••• 0132', email: 'a•••@example.com' },
      error: null,
      key: { id: merchant.keyId },
    })
    expect((await listKeys(panel)).find(({ in_use }) => in_use)?.last_used_at).toBe(
      '2026-11-20T12:00:00.000Z',
    )
  })

  it('a NUL in the name of a field or of metadata costs no call its entry', async () => {
    const merchant = await api.merchant()
    for (const extra of [{ 'a\0b': 1 }, { metadata: { 'k\0': 1 } }, { title: 'a\0b' }]) {
      await merchant.call('GET', '/me')
      await merchant.call('POST', '/payment_links', { body: { title: 'x', amount: 1, ...extra } })
    }
    const { data } = await logOf(merchant, 6)
    expect(data.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  it('a failed call is logged: unknown path, unknown id, bad body, charges switched off', async () => {
    const merchant = await api.merchant()
    await merchant.call('GET', '/payment?x=1')
    await merchant.call('GET', '/payments/pay_unknown')
    await merchant.call('POST', '/payment_links', { body: { title: 'x', amount: -1 } })
    await merchant.call('POST', '/payment_links', { body: '{' })
    await setAccountCharges(
      api.database.as('checkout_system'),
      { accountId: merchant.account.id, actor: { kind: 'operator' }, on: false },
      api.now(),
    )
    api.passMs(2_000)
    await merchant.call('GET', '/me')
    const { data } = await logOf(merchant, 5)
    expect(data.map(({ route, status }) => [route, status])).toEqual([
      ['/me', 403],
      ['/payment_links', 400],
      ['/payment_links', 400],
      ['/payments/{id}', 404],
      ['', 404],
    ])
    const panel = await panelOf(merchant)
    const bad = await getRequest(panel, data[2]?.id ?? '')
    expect(bad).toMatchObject({
      request_body: { title: 'x', amount: -1 },
      error: { code: 'invalid_parameters', details: { request_id: data[2]?.id } },
    })
  })

  it('a logged path contains only ids of the contract’s format, and no key or card number', async () => {
    const merchant = await api.merchant()
    const unknown = `cus_${'0'.repeat(31)}1`
    await merchant.call('GET', '/customers/checkout_sk_pastedpastedpasted')
    await merchant.call('GET', '/customers/4242424242424242')
    await merchant.call('GET', '/customers/%34242424242424242')
    await merchant.call('GET', `/customers/${unknown}`)
    const { data } = await logOf(merchant, 4)
    expect(data.map(({ path, object_id }) => [path, object_id])).toEqual([
      [`/customers/${unknown}`, unknown],
      ...Array.from({ length: 3 }, () => ['/customers/***', null]),
    ])
  })

  it('a call is found by an idempotency key of which a part is hidden', async () => {
    const merchant = await api.merchant()
    const headers = { 'Idempotency-Key': 'order-ana@example.com' }
    await merchant.call('POST', '/payment_links', { body: { title: 'x', amount: 1 }, headers })
    const { data } = await logOf(merchant, 1, { q: headers['Idempotency-Key'] })
    expect(data.map(({ idempotency_key }) => idempotency_key)).toEqual(['[email]'])
  })

  it('a logged call has its idempotency key, and is marked as a replay', async () => {
    const merchant = await api.merchant()
    const { body: customer } = await merchant.call('POST', '/customers', {
      body: { name: 'Ana', phone: '+502 5555 0133' },
    })
    const charge = () =>
      merchant.call('POST', `/customers/${customer.id}/charges`, {
        body: { amount: 5, description: 'Lunch' },
        headers: { 'Idempotency-Key': 'order-0001' },
      })
    const first = await charge()
    await charge()
    const { data } = await logOf(merchant, 3, { q: 'order-0001' })
    expect(data.map(({ replayed }) => replayed)).toEqual([true, false])
    expect(data[1]).toMatchObject({
      route: '/customers/{id}/charges',
      object_id: first.body.payment_link.id,
      idempotency_key: 'order-0001',
    })
  })

  it('a repeated creation of a link is logged as a replay with the id of the link', async () => {
    const merchant = await api.merchant()
    const call = { body: { title: 'Cake', amount: 5 }, headers: { 'Idempotency-Key': 'order-0002' } }
    const { body: link } = await merchant.call('POST', '/payment_links', call)
    await merchant.call('POST', '/payment_links', call)
    const { data } = await logOf(merchant, 2, { q: 'order-0002' })
    expect(data.map(({ replayed, object_id }) => [replayed, object_id])).toEqual([
      [true, link.id],
      [false, link.id],
    ])
  })

  it('a call is visible to its own account only', async () => {
    const [own, stranger] = [await api.merchant(), await api.merchant()]
    const { headers } = await own.call('GET', '/me')
    await logOf(own, 1)
    const foreign = await panelOf(stranger)
    const id = headers.get('request-id') ?? ''
    expect(await getRequest(foreign, id)).toBeNull()
    expect((await listRequests(foreign, { q: id })).data).toEqual([])
    expect((await listRequests({ ...foreign, accountId: own.account.id }, {})).data).toEqual([])
  })
})

it('a call without a key, and one with a key of no account, are not logged', async () => {
  const merchant = await api.merchant()
  await api.request('GET', '/api/v1/me')
  await api.request('GET', '/api/v1/me', { key: `${merchant.key}x` })
  await api.request('GET', '/api/v1/openapi.json', { key: merchant.key })
  await api.request('GET', '/healthz', { key: merchant.key })
  await api.request('GET', '/elsewhere', { key: merchant.key })
  await merchant.call('GET', '/balance')
  expect((await logOf(merchant, 1)).data).toMatchObject([{ path: '/balance' }])
})

it('calls with a revoked or an ended key are logged for its account, one a second', async () => {
  const merchant = await api.merchant()
  const db = api.database.as('checkout_system')
  const owner = { accountId: merchant.account.id, actor: { kind: 'operator' } } as const
  const old = await createApiKey(db, { ...owner, name: 'Old server' }, api.now())
  const ended = await createApiKey(db, { ...owner, name: 'Rolled server' }, api.now())
  await revokeApiKey(db, { ...owner, keyId: old.id }, api.now())
  await rollApiKey(db, { ...owner, keyId: ended.id, endsAt: api.now() }, api.now())
  for (let index = 0; index < 5; index += 1)
    expect(await api.request('GET', '/api/v1/me', { key: old.api_key })).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_key' } },
    })
  await api.request('POST', '/api/v1/customers', { key: ended.api_key, body: { name: 'Ana' } })
  const { data } = await logOf(merchant, 2, { status: 'FAILED' })
  expect(data.map(({ status, route, key }) => [status, route, key.name, key.state]).sort()).toEqual([
    [401, '/customers', 'Rolled server', 'ENDED'],
    [401, '/me', 'Old server', 'REVOKED'],
  ])
  const panel = await panelOf(merchant)
  const shown = JSON.stringify(await Promise.all(data.map(({ id }) => getRequest(panel, id))))
  expect(shown).toContain('invalid_api_key')
  for (const { api_key } of [old, ended]) expect(shown).not.toContain(api_key.slice(15))
  const unused = (await listKeys(panel)).find(({ id }) => id === old.id)
  expect(unused?.last_used_at).toBeNull()
})

it('the list has pages in both directions, and filters by key, method and date', async () => {
  const merchant = await api.merchant()
  for (let index = 0; index < 45; index += 1) {
    api.setNow(new Date(Date.parse('2026-11-20T12:00:00.000Z') + index * 60_000))
    await merchant.call('GET', index % 9 === 0 ? '/payments/none' : '/me')
  }
  const second = await createApiKey(
    api.database.as('checkout_system'),
    { accountId: merchant.account.id, actor: { kind: 'operator' }, name: 'Second' },
    api.now(),
  )
  await api.request('POST', '/api/v1/payment_links', {
    key: second.api_key,
    body: { title: 'Two', amount: 2 },
  })
  const first = await logOf(merchant, 46)
  expect(first.counts).toEqual({ ALL: 46, FAILED: 5, SUCCEEDED: 41 })
  const panel = await panelOf(merchant)
  const next = await listRequests(panel, { cursor: first.next_cursor ?? '' })
  const last = await listRequests(panel, { cursor: next.next_cursor ?? '' })
  expect([last.data.length, last.next_cursor]).toEqual([6, null])
  const back = await listRequests(panel, { cursor: last.newer_cursor ?? '' })
  expect(back.data.map(({ id }) => id)).toEqual(next.data.map(({ id }) => id))
  expect(next.newer_cursor).toBeNull()
  const count = async (query: RequestQuery) => (await listRequests(panel, query)).data.length
  expect(await count({ key: second.id })).toBe(1)
  expect(await count({ notKey: panel.keyId })).toBe(1)
  expect(await count({ notKey: panel.keyId, status: 'FAILED' })).toBe(0)
  expect(await count({ notKey: panel.keyId, q: first.data[3]?.id ?? '' })).toBe(1)
  expect(await count({ method: 'POST' })).toBe(1)
  expect(await count({ status: 'FAILED' })).toBe(5)
  expect(await count({ after: '2026-11-20T12:10:00.000Z', before: '2026-11-20T12:20:00.000Z' })).toBe(10)
})

it('a log that cannot be written neither slows nor fails a call', async () => {
  const merchant = await api.merchant()
  let tries = 0
  onWrite = () => {
    tries += 1
    throw new Error('the database is gone')
  }
  for (let index = 0; index < 250; index += 1) expect((await merchant.call('GET', '/me')).status).toBe(200)
  await expect.poll(() => tries).toBeGreaterThan(0)
  onWrite = () => new Promise(() => {})
  expect((await merchant.call('GET', '/me')).status).toBe(200)
  onWrite = () => {}
})
