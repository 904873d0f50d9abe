import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import type { EndpointContext } from '@/lib/service/webhooks/endpoint-row'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { workerProcesses } from '@/test/fixtures/worker-process'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type Receiver, signatureHolds, startReceiver } from '@/test/test-receiver'

const KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const OTHER_KEYS = `k2:${Buffer.alloc(32, 2).toString('base64')}`

describe('the worker process', { timeout: 60_000 }, () => {
  let test: TestDatabase
  let database: Database
  let ctx: EndpointContext
  const receivers: Receiver[] = []

  beforeEach(async () => {
    test = await createTestDatabase()
    database = new Database({ url: test.url, max: 2 })
    const { id: accountId } = await createAccount(
      database.as('checkout_system'),
      { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
      new Date(),
    )
    const db = database.as('checkout_service', accountId)
    ctx = { accountId, actor: { kind: 'operator' }, db, now: () => new Date() }
  })

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    await database.close()
    await test.drop()
  })

  const startWorker = workerProcesses()
  const spawnWorker = () => startWorker(test.url, { DELIVERY_LEASE_MS: '1500', LOG_LEVEL: 'debug' })

  it('a delivery of a killed worker is finished by another one under the same id', async () => {
    const shop = await startReceiver((response, _, number) => {
      if (number > 1) response.end('ok')
    })
    receivers.push(shop)
    const { secret } = await createEndpoint(
      ctx,
      { url: shop.url },
      { keyring: new Keyring(KEYS), testMode: true },
    )
    const first = spawnWorker()
    await first.said(/\bready\b/)
    const { accountId } = ctx
    await ctx.db.transaction((tx) =>
      recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id: 'pay_1' }, now: new Date() }),
    )
    await shop.arrived(1)
    await first.kill()

    const second = spawnWorker()
    await shop.arrived(2)
    const [before, after] = shop.received
    expect(after?.headers['service-delivery']).toBe(before?.headers['service-delivery'])
    expect(after?.body).toBe(before?.body)
    expect(after && signatureHolds(after, secret, Date.now() / 1_000)).toBe(true)

    second.process.kill('SIGTERM')
    const [code] = await once(second.process, 'exit')
    expect(code).toBe(0)
    const { rows } = await database.as('checkout_system').query({
      text: 'SELECT status, attempts FROM service.delivery',
    })
    expect(rows).toEqual([{ status: 'SUCCEEDED', attempts: 1 }])
  })

  it('a worker paused for longer than its lease does not overwrite the result of another one', async () => {
    let answerFirst = () => {}
    const shop = await startReceiver((response, _, number) => {
      if (number === 1) answerFirst = () => void response.writeHead(500).end()
      else response.end('ok')
    })
    receivers.push(shop)
    await createEndpoint(ctx, { url: shop.url }, { keyring: new Keyring(KEYS), testMode: true })
    const first = spawnWorker()
    await first.said(/\bready\b/)
    const { accountId } = ctx
    await ctx.db.transaction((tx) =>
      recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id: 'pay_1' }, now: new Date() }),
    )
    await shop.arrived(1)
    first.process.kill('SIGSTOP')

    const second = spawnWorker()
    await second.said(/"status":"SUCCEEDED"/)
    answerFirst()
    const woken = first.said(/"status":"lost"/)
    first.process.kill('SIGCONT')
    await woken
    const { rows } = await database.as('checkout_system').query({
      text: `SELECT d.status, d.attempts, a.answer_status FROM service.delivery d
        JOIN service.delivery_attempt a ON a.account_id = d.account_id AND a.delivery_id = d.id`,
    })
    expect(rows).toEqual([{ status: 'SUCCEEDED', attempts: 1, answer_status: 200 }])
  })

  it('the worker of a public deployment sends nothing to its own machine', async () => {
    const shop = await startReceiver()
    receivers.push(shop)
    await createEndpoint(ctx, { url: shop.url }, { keyring: new Keyring(KEYS), testMode: true })
    const { accountId } = ctx
    await ctx.db.transaction((tx) =>
      recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id: 'pay_1' }, now: new Date() }),
    )
    const worker = startWorker(test.url, { LOG_LEVEL: 'debug', WEB_URL: 'https://pay.example.com' })
    expect(await worker.said(/"msg":"delivery"/)).toContain('"error_class":"address_refused"')
    expect(shop.received).toEqual([])
  })

  it('a worker refuses to start with keys that cannot decrypt stored values, and reports it in one line', async () => {
    const rules = { keyring: new Keyring(OTHER_KEYS), testMode: true }
    await createEndpoint(ctx, { url: 'http://localhost:9/' }, rules)
    const child = spawnWorker()
    const said = child.said(/\n/)
    const [code] = await once(child.process, 'exit')
    expect(code).toBe(1)
    expect(JSON.parse(await said)).toMatchObject({
      process: 'worker',
      msg: expect.stringContaining('The worker cannot start: ENCRYPTION_KEYS has no key "k2"'),
    })
  })
})
