import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { Keyring } from '@/lib/platform/secrets'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type Receiver, signatureHolds, startReceiver } from '@/test/test-receiver'
import { createEndpoint } from './create-endpoint'
import { deleteEndpoint } from './delete-endpoint'
import type { EndpointContext } from './endpoint-row'
import { listEndpoints } from './list-endpoints'
import { pauseEndpoint } from './pause-endpoint'
import { recordEvent } from './record-event'
import { resumeEndpoint } from './resume-endpoint'
import { type DeliveriesOptions, deliverDue, startDeliveries } from './run-deliveries'

const START = new Date('2026-11-20T10:00:00.000Z')
const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
const rules = { keyring, testMode: true }
const log = createLog('test', 'silent')

describe('deliveries', () => {
  let test: TestDatabase
  let database: Database
  let accountId: string
  let now: Date
  const receivers: Receiver[] = []

  beforeEach(async () => {
    test = await createTestDatabase()
    database = new Database({ url: test.url, max: 6 })
    now = START
    const account = await createAccount(
      database.as('checkout_system'),
      { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
      now,
    )
    accountId = account.id
  })

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    await database.close()
    await test.drop()
  })

  const ctx = (): EndpointContext => ({
    accountId,
    actor: { kind: 'operator' },
    db: database.as('checkout_service', accountId),
    now: () => now,
  })

  async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
    const started = await startReceiver(...args)
    receivers.push(started)
    return started
  }

  function event(id: string, kind: 'payment.succeeded' | 'payment.failed' = 'payment.succeeded') {
    const object = { id, object: 'payment', payer: { name: 'Zoë — 山' } }
    return database
      .as('checkout_service', accountId)
      .transaction((tx) => recordEvent(tx, { accountId, kind, object, now }))
  }

  const options = (more: Partial<DeliveriesOptions> = {}): DeliveriesOptions => ({
    database,
    keyring,
    http: new OutboundHttp({ testMode: true, totalTimeoutMs: 1_000 }),
    now: () => now,
    owner: 'worker-1',
    leaseMs: 30_000,
    log,
    ...more,
  })

  async function deliveries() {
    const { rows } = await database.as('checkout_system').query<Record<string, unknown>>({
      text: 'SELECT status, attempts, next_attempt_at, owner, finished_at FROM service.delivery ORDER BY created_at, id',
    })
    return rows
  }

  async function attempts() {
    const { rows } = await database.as('checkout_system').query<Record<string, unknown>>({
      text: 'SELECT number, attempted_at, answer_status, error_class, answer_head FROM service.delivery_attempt ORDER BY number',
    })
    return rows
  }

  it('sends an event with the headers of the contract, signed over its very bytes', async () => {
    const shop = await receiver((response) => response.end('thank you'))
    const { secret } = await createEndpoint(ctx(), { url: shop.url }, rules)
    await event('pay_1')
    await deliverDue(options())

    const [request] = shop.received
    expect(shop.received).toHaveLength(1)
    if (!request) return
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'service-event': 'payment.succeeded',
    })
    expect(request.headers['service-delivery']).toMatch(/^whd_[0-9a-f]{32}$/)
    expect(signatureHolds(request, secret, now.getTime() / 1_000)).toBe(true)
    expect(signatureHolds({ ...request, body: `${request.body} ` }, secret, now.getTime() / 1_000)).toBe(
      false,
    )
    expect(signatureHolds(request, `${secret}x`, now.getTime() / 1_000)).toBe(false)
    expect(JSON.parse(request.body)).toEqual({
      event: 'payment.succeeded',
      created_at: START.toISOString(),
      data: { payment: { id: 'pay_1', object: 'payment', payer: { name: 'Zoë — 山' } } },
    })
    expect(await deliveries()).toMatchObject([{ status: 'SUCCEEDED', attempts: 1, owner: null }])
    expect(await attempts()).toMatchObject([
      { number: 1, answer_status: 200, error_class: null, answer_head: 'thank you' },
    ])
  })

  it('keeps the signing secret sealed, bound to its row', async () => {
    const shop = await receiver()
    const { id, secret } = await createEndpoint(ctx(), { url: shop.url }, rules)
    await createEndpoint(ctx(), { url: shop.url }, rules)
    const { rows } = await database.as('checkout_system').query<{ all: string }>({
      text: `SELECT string_agg(t::text, ' ') AS all FROM (SELECT e::text AS t FROM service.webhook_endpoint e
        UNION ALL SELECT a::text FROM service.audit_entry a) x`,
    })
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
    expect(rows[0]?.all).toContain(id)
    expect(rows[0]?.all).not.toContain(secret.slice('whsec_'.length))

    // Swapped between rows, a secret does not open: nothing is sent with it.
    await database.as('checkout_system').query({
      text: `UPDATE service.webhook_endpoint e SET secret_sealed = o.secret_sealed
        FROM service.webhook_endpoint o WHERE o.id <> e.id`,
    })
    await event('pay_1')
    await deliverDue(options())
    expect(shop.received).toHaveLength(0)
    expect(await attempts()).toMatchObject([
      { error_class: 'secret_unreadable' },
      { error_class: 'secret_unreadable' },
    ])
  })

  it('retries after 1 min, 5 min, 30 min, 2 h and 6 h with the same id and a fresh signature, then fails', async () => {
    const shop = await receiver((response) => response.writeHead(500).end('x'.repeat(5_000)))
    const { secret } = await createEndpoint(ctx(), { url: shop.url }, rules)
    await event('pay_1')
    await deliverDue(options())
    let sent = 1
    for (const waitS of [60, 300, 1_800, 7_200, 21_600]) {
      now = new Date(now.getTime() + waitS * 1_000 - 1)
      await deliverDue(options())
      expect(shop.received).toHaveLength(sent)
      now = new Date(now.getTime() + 1)
      await deliverDue(options())
      sent += 1
      expect(shop.received).toHaveLength(sent)
      const last = shop.received.at(-1)
      expect(last && signatureHolds(last, secret, now.getTime() / 1_000)).toBe(true)
    }
    expect(await deliveries()).toMatchObject([
      { status: 'FAILED', attempts: 6, owner: null, finished_at: now },
    ])
    now = new Date(now.getTime() + 7 * 86_400_000)
    await deliverDue(options())
    expect(shop.received).toHaveLength(6)
    expect(new Set(shop.received.map((request) => request.headers['service-delivery'])).size).toBe(1)
    expect(new Set(shop.received.map((request) => request.headers['service-signature'])).size).toBe(6)
    const kept = await attempts()
    expect(kept.map((row) => row.error_class)).toEqual(Array(6).fill('http_5xx'))
    expect(String(kept[0]?.answer_head)).toHaveLength(2_048)
  })

  it.each([
    ['a redirect', 302, 'http_3xx'],
    ['a refusal', 410, 'http_4xx'],
  ])('counts %s as a failure', async (_, status, errorClass) => {
    const shop = await receiver((response) => response.writeHead(status, { location: '/other' }).end())
    await createEndpoint(ctx(), { url: shop.url }, rules)
    await event('pay_1')
    await deliverDue(options())
    expect(shop.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    expect(await attempts()).toMatchObject([{ answer_status: status, error_class: errorClass }])
  })

  it('counts an answer that takes too long as a failure, and keeps what was not text', async () => {
    const slow = await receiver(() => {})
    await createEndpoint(ctx(), { url: slow.url }, rules)
    await event('pay_1')
    await deliverDue(options({ http: new OutboundHttp({ testMode: true, totalTimeoutMs: 200 }) }))
    expect(await attempts()).toMatchObject([
      { answer_status: null, error_class: 'timeout', answer_head: null },
    ])

    const binary = await receiver((response) => response.end(Buffer.from([0x61, 0, 0xff])))
    await createEndpoint(ctx(), { url: binary.url }, rules)
    await event('pay_2')
    now = new Date(now.getTime() + 1)
    await deliverDue(options({ http: new OutboundHttp({ testMode: true, totalTimeoutMs: 200 }) }))
    expect((await attempts()).map((row) => row.answer_head)).toContain('a\uFFFD\uFFFD')
  })

  it('sends to every active endpoint, skips a paused one, and forgets a deleted one', async () => {
    const shop = await receiver()
    const paused = await receiver()
    const deleted = await receiver()
    await createEndpoint(ctx(), { url: shop.url }, rules)
    const one = await createEndpoint(ctx(), { url: paused.url }, rules)
    const two = await createEndpoint(ctx(), { url: deleted.url }, rules)
    await pauseEndpoint(ctx(), one.id)
    await deleteEndpoint(ctx(), two.id)
    await event('pay_1')
    await deliverDue(options())
    expect([shop, paused, deleted].map((to) => to.received.length)).toEqual([1, 0, 0])
    expect((await deliveries()).map((row) => row.status).sort()).toEqual(['SKIPPED', 'SUCCEEDED'])
    expect(await listEndpoints(ctx())).toHaveLength(2)

    await resumeEndpoint(ctx(), one.id)
    await event('pay_2')
    await deliverDue(options())
    expect(paused.received).toHaveLength(1)
    await expect(resumeEndpoint(ctx(), two.id)).rejects.toMatchObject({ code: 'resource_not_found' })
  })

  it('skips what waits when an endpoint is paused, and what fails while it is', async () => {
    let pauseNow = async () => {}
    const shop = await receiver((response) => {
      void pauseNow().then(() => response.writeHead(503).end())
    })
    const { id } = await createEndpoint(ctx(), { url: shop.url }, rules)
    await event('pay_1')
    pauseNow = async () => void (await pauseEndpoint(ctx(), id))
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED', attempts: 1 }])

    await resumeEndpoint(ctx(), id)
    now = new Date(now.getTime() + 1_000)
    await event('pay_2')
    await pauseEndpoint(ctx(), id)
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED' }, { status: 'SKIPPED', attempts: 0 }])
    expect(shop.received).toHaveLength(1)
  })

  it('skips an event that committed while its endpoint was being paused', async () => {
    const shop = await receiver()
    const { id } = await createEndpoint(ctx(), { url: shop.url }, rules)
    await database.as('checkout_service', accountId).transaction(async (tx) => {
      await recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id: 'pay_1' }, now })
      await pauseEndpoint(ctx(), id)
    })
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED' }])
    expect(shop.received).toHaveLength(0)
  })

  it('has at most four in flight to an endpoint over all workers, and a dead one delays no other', async () => {
    const dead = await receiver(() => {})
    const shop = await receiver()
    await createEndpoint(ctx(), { url: dead.url }, rules)
    for (let i = 0; i < 12; i += 1) await event(`pay_${i}`)
    await createEndpoint(ctx(), { url: shop.url }, rules)
    const workers = ['a', 'b', 'c'].map((owner) =>
      startDeliveries({ ...options({ owner, pollMs: 60_000 }), databaseUrl: test.url }),
    )
    await dead.arrived(4)
    const startedAt = performance.now()
    await event('pay_last')
    await shop.arrived(1)
    expect(performance.now() - startedAt).toBeLessThan(900)
    expect(dead.waiting()).toEqual({ now: 4, most: 4 })
    await dead.arrived(13)
    expect(dead.waiting().most).toBe(4)
    await Promise.all(workers.map((worker) => worker.stop()))
  })

  it('sends each of many deliveries once, with several workers at work', async () => {
    const shop = await receiver()
    await createEndpoint(ctx(), { url: shop.url }, rules)
    for (let i = 0; i < 60; i += 1) await event(`pay_${i}`)
    await Promise.all(['a', 'b', 'c'].map((owner) => deliverDue(options({ owner }))))
    expect(shop.received).toHaveLength(60)
    expect(new Set(shop.received.map((request) => request.headers['service-delivery'])).size).toBe(60)
    expect((await deliveries()).every((row) => row.status === 'SUCCEEDED')).toBe(true)
  })

  it('sends again, under the same id, what a lost worker held; its late answer is not recorded', async () => {
    let answerFirst = () => {}
    const shop = await receiver((response, _, number) => {
      if (number === 1) answerFirst = () => void response.writeHead(500).end()
      else response.end()
    })
    await createEndpoint(ctx(), { url: shop.url }, rules)
    await event('pay_1')
    const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 5_000 })
    const paused = deliverDue(options({ owner: 'paused', leaseMs: 100, http }))
    await shop.arrived(1)
    await deliverDue(options({ owner: 'early', leaseMs: 1 }))
    const second = startDeliveries({ ...options({ owner: 'second', pollMs: 50 }), databaseUrl: test.url })
    await shop.arrived(2)
    await second.stop()
    answerFirst()
    await paused
    expect(new Set(shop.received.map((request) => request.headers['service-delivery'])).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'SUCCEEDED', attempts: 1 }])
    expect(await attempts()).toMatchObject([{ number: 1, answer_status: 200 }])
  })

  it('is woken by the commit, well before any poll', async () => {
    const shop = await receiver()
    await createEndpoint(ctx(), { url: shop.url }, rules)
    const worker = startDeliveries({ ...options({ pollMs: 60_000 }), databaseUrl: test.url })
    await event('pay_1')
    await shop.arrived(1)
    const waits: number[] = []
    for (let i = 2; i <= 21; i += 1) {
      const startedAt = performance.now()
      await event(`pay_${i}`)
      await shop.arrived(i)
      waits.push(performance.now() - startedAt)
    }
    await worker.stop()
    waits.sort((a, b) => a - b)
    expect(waits[10]).toBeLessThan(100)
  })

  it('gives back what it was sending when it stops', async () => {
    const dead = await receiver(() => {})
    await createEndpoint(ctx(), { url: dead.url }, rules)
    await event('pay_1')
    const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 10_000 })
    const worker = startDeliveries({ ...options({ http }), databaseUrl: test.url })
    await dead.arrived(1)
    await worker.stop()
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0, owner: null }])
  })

  it('never sees another account, and refuses an address that is not public', async () => {
    await expect(createEndpoint(ctx(), { url: 'http://10.0.0.1/' }, rules)).rejects.toMatchObject({
      code: 'invalid_parameters',
      details: { fields: [{ field: 'url', code: 'https_required' }] },
    })
    const live = { keyring, testMode: false }
    await expect(createEndpoint(ctx(), { url: 'http://localhost:3000/' }, live)).rejects.toThrow()
    const { id } = await createEndpoint(ctx(), { url: 'https://shop.example/' }, live)
    const foreign = { ...ctx(), accountId: 'acct_other', db: database.as('checkout_service', 'acct_other') }
    expect(await listEndpoints(foreign)).toEqual([])
    await expect(pauseEndpoint(foreign, id)).rejects.toMatchObject({ code: 'resource_not_found' })
  })
})
