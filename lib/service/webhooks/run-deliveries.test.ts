import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/contract/signature'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { countSkipped } from '@/lib/service/panel/missed-events'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { deliveringAccount, START } from '@/test/fixtures/delivering-account'
import { signatureHolds } from '@/test/test-receiver'
import { listEndpoints, secretAad } from './endpoint-row'
import { recordEvent } from './record-event'
import { deliverDue, startDeliveries } from './run-deliveries'

describe('deliveries', () => {
  const account = deliveringAccount()
  const {
    attempts,
    clock,
    ctx,
    databaseUrl,
    deliveries,
    endpoint,
    endpoints,
    event,
    keyring,
    openAccount,
    options,
    pass,
    receiver,
    system,
  } = account
  const rules = { keyring, testMode: true }

  it('an event is sent with the headers of the contract, signed over its very bytes', async () => {
    const shop = await receiver((response) => response.end('thank you'))
    const { secret } = await endpoint(shop.url)
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
    expect(signatureHolds(request, secret, clock.now.getTime() / 1_000)).toBe(true)
    expect(
      signatureHolds({ ...request, body: `${request.body} ` }, secret, clock.now.getTime() / 1_000),
    ).toBe(false)
    expect(signatureHolds(request, `${secret}x`, clock.now.getTime() / 1_000)).toBe(false)
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

  it('the signing secret is stored sealed, bound to its row', async () => {
    const shop = await receiver()
    const { id, secret } = await endpoint(shop.url)
    await endpoint(shop.url)
    const { rows } = await system().query<{ all: string }>({
      text: `SELECT string_agg(t::text, ' ') AS all FROM (SELECT e::text AS t FROM service.webhook_endpoint e
        UNION ALL SELECT a::text FROM service.audit_entry a) x`,
    })
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
    expect(rows[0]?.all).toContain(id)
    expect(rows[0]?.all).not.toContain(secret.slice('whsec_'.length))

    // A secret moved to another row does not open: nothing is sent with it.
    await system().query({
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

  it('both secrets sign during an overlapping rotation, and only the new one after its end', async () => {
    const shop = await receiver()
    const { id, secret } = await endpoint(shop.url)
    const next = `${secret.slice(0, -4)}next`
    await system().query({
      text: `UPDATE service.webhook_endpoint SET next_secret_sealed = $1, rotation = 'OVERLAP', rotation_ends_at = $2`,
      values: [
        keyring.seal(next, secretAad({ accountId: ctx().accountId, id })),
        new Date(START.getTime() + 1_000),
      ],
    })
    await event('pay_1')
    await deliverDue(options())
    pass(1)
    await event('pay_2')
    await deliverDue(options())
    const valid = shop.received.map(({ headers, body }) =>
      [secret, next].map((key) => {
        const header = String(headers['service-signature'])
        const checked = { header, rawBody: body, secrets: [key], nowSeconds: clock.now.getTime() / 1_000 }
        return verifySignature(checked).ok
      }),
    )
    expect(valid).toEqual([
      [true, true],
      [false, true],
    ])
  })

  it('retries come after 1 min, 5 min, 30 min, 2 h and 6 h with the same id and a fresh signature, then the delivery fails', async () => {
    const shop = await receiver((response) => response.writeHead(500).end('x'.repeat(5_000)))
    const { secret } = await endpoint(shop.url)
    await event('pay_1')
    await deliverDue(options())
    let sent = 1
    for (const waitS of [60, 300, 1_800, 7_200, 21_600]) {
      pass(waitS - 0.001)
      await deliverDue(options())
      expect(shop.received).toHaveLength(sent)
      pass(0.001)
      await deliverDue(options())
      sent += 1
      expect(shop.received).toHaveLength(sent)
      const last = shop.received.at(-1)
      expect(last && signatureHolds(last, secret, clock.now.getTime() / 1_000)).toBe(true)
    }
    expect(await deliveries()).toMatchObject([
      { status: 'FAILED', attempts: 6, owner: null, finished_at: clock.now },
    ])
    pass(7 * 86_400)
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
  ])('a response with %s counts as a failure', async (_, status, errorClass) => {
    const shop = await receiver((response) => response.writeHead(status, { location: '/other' }).end())
    await endpoint(shop.url)
    await event('pay_1')
    await deliverDue(options())
    expect(shop.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    expect(await attempts()).toMatchObject([{ answer_status: status, error_class: errorClass }])
  })

  it('a slow response counts as a failure, and a body that is not text is stored', async () => {
    const slow = await receiver(() => {})
    await endpoint(slow.url)
    await event('pay_1')
    await deliverDue(options({ http: new OutboundHttp({ testMode: true, totalTimeoutMs: 200 }) }))
    expect(await attempts()).toMatchObject([
      { answer_status: null, error_class: 'timeout', answer_head: null },
    ])

    const binary = await receiver((response) => response.end(Buffer.from([0x61, 0, 0xff])))
    await endpoint(binary.url)
    await event('pay_2')
    pass(0.001)
    await deliverDue(options({ http: new OutboundHttp({ testMode: true, totalTimeoutMs: 200 }) }))
    expect((await attempts()).map((row) => row.answer_head)).toContain('a\uFFFD\uFFFD')
  })

  it('an event is sent to every active endpoint, skipped for a paused one, and not recorded for a deleted one', async () => {
    const shop = await receiver()
    const paused = await receiver()
    const deleted = await receiver()
    await endpoint(shop.url)
    const one = await endpoint(paused.url)
    const two = await endpoint(deleted.url)
    await changeEndpointStatus(ctx(), one.id, 'PAUSED')
    await changeEndpointStatus(ctx(), two.id, 'DELETED')
    await event('pay_1')
    await deliverDue(options())
    expect([shop, paused, deleted].map((to) => to.received.length)).toEqual([1, 0, 0])
    expect((await deliveries()).map((row) => row.status).sort()).toEqual(['SKIPPED', 'SUCCEEDED'])
    expect(await listEndpoints(ctx())).toHaveLength(2)

    await changeEndpointStatus(ctx(), one.id, 'ACTIVE')
    await event('pay_2')
    await deliverDue(options())
    expect(paused.received).toHaveLength(1)
    await expect(changeEndpointStatus(ctx(), two.id, 'ACTIVE')).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })

  it('a pause skips waiting deliveries, and those that fail during it', async () => {
    let pauseNow = async () => {}
    const shop = await receiver((response) => {
      void pauseNow().then(() => response.writeHead(503).end())
    })
    const { id } = await endpoint(shop.url)
    await event('pay_1')
    pauseNow = async () => void (await changeEndpointStatus(ctx(), id, 'PAUSED'))
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED', attempts: 1 }])

    await changeEndpointStatus(ctx(), id, 'ACTIVE')
    pass(1)
    await event('pay_2')
    await changeEndpointStatus(ctx(), id, 'PAUSED')
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED' }, { status: 'SKIPPED', attempts: 0 }])
    expect(shop.received).toHaveLength(1)
  })

  /**
   * Multiplies the one delivery of the test: a third of the copies each waits for its first attempt, a retry and a
   * manual attempt.
   */
  const multiply = async (count: number) => {
    await system().query({
      text: `WITH many AS (SELECT n FROM generate_series(1, $1::integer) AS n
        ), events AS (
          INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
          SELECT account_id, 'evt_' || n, kind, object_id, body, created_at FROM service.event, many)
        INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, attempts,
          automatic_attempts, next_attempt_at, created_at, manual_due_at, finished_at)
        SELECT account_id, 'whd_' || n, 'evt_' || n, endpoint_id, kind, object_id,
          CASE n % 3 WHEN 2 THEN 'FAILED' ELSE 'PENDING' END, 1, n % 3, next_attempt_at, created_at,
          CASE n % 3 WHEN 2 THEN '2027-01-01Z'::timestamptz END, CASE n % 3 WHEN 2 THEN created_at END
        FROM service.delivery, many`,
      values: [count],
    })
  }
  const countWaiting = async () => {
    const rows = await deliveries()
    return rows.filter(({ status, manual_due_at: due }) => status === 'PENDING' || due !== null).length
  }

  it('a long backlog of a paused endpoint is skipped in batches, and others are served meanwhile', async () => {
    const shop = await receiver((response) => response.writeHead(500).end())
    const { id } = await endpoint(shop.url)
    await event('pay_1')
    await deliverDue(options())
    await multiply(5_999)
    expect(await countWaiting()).toBe(6_000)
    await changeEndpointStatus(ctx(), id, 'PAUSED')
    expect(await countWaiting()).toBe(1_000)
    const other = await receiver()
    const otherId = await openAccount()
    await endpoint(other.url, otherId)
    pass(1)
    await event('pay_2', 'payment.succeeded', otherId)
    await deliverDue(options({ concurrency: 1 }))
    expect(other.received).toHaveLength(1)
    expect(await countWaiting()).toBe(0)
    expect((await endpoints())[0]).toMatchObject({ next_due_at: null })
    expect(shop.received).toHaveLength(1)
  })

  it('deliveries that a pause had not yet skipped at its end are sent once, and only the rest needs a decision', async () => {
    let status = 500
    const shop = await receiver((response) => response.writeHead(status).end())
    const { id } = await endpoint(shop.url)
    await event('pay_1')
    await deliverDue(options())
    status = 200
    await multiply(5_099)
    await changeEndpointStatus(ctx(), id, 'PAUSED')
    const { missed_since: since } = await changeEndpointStatus(ctx(), id, 'ACTIVE')
    const { accountId, db } = ctx()
    const skipped = (await deliveries()).filter((row) => row.status === 'SKIPPED').length
    expect(await countSkipped(db, accountId, id, since ?? START)).toBe(skipped)
    const waited = await countWaiting()
    expect(waited).toBe(100)
    clock.now = new Date('2027-01-02')
    await deliverDue(options())
    expect(await countWaiting()).toBe(0)
    const sent = shop.received.slice(1).map(({ headers }) => headers['service-delivery'])
    expect([sent.length, new Set(sent).size]).toEqual([waited, waited])
    expect((await deliveries()).filter((row) => row.status === 'SKIPPED')).toHaveLength(skipped)
  })

  it('an event that committed while its endpoint was being paused is skipped', async () => {
    const shop = await receiver()
    const { id } = await endpoint(shop.url)
    const { accountId, db } = ctx()
    await db.transaction(async (tx) => {
      await recordEvent(tx, {
        accountId,
        kind: 'payment.succeeded',
        object: { id: 'pay_1' },
        now: clock.now,
      })
      await changeEndpointStatus(ctx(), id, 'PAUSED')
    })
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED' }])
    expect(shop.received).toHaveLength(0)
  })

  it('an endpoint has at most four requests in flight over all workers, and a dead one delays no other', async () => {
    const dead = await receiver(() => {})
    const shop = await receiver()
    await endpoint(dead.url)
    for (let i = 0; i < 12; i += 1) await event(`pay_${i}`)
    await endpoint(shop.url)
    const workers = ['a', 'b', 'c'].map((owner) =>
      startDeliveries({ ...options({ owner, pollMs: 60_000 }), databaseUrl: databaseUrl() }),
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

  it('several workers send each of many deliveries once', async () => {
    const shop = await receiver()
    await endpoint(shop.url)
    for (let i = 0; i < 60; i += 1) await event(`pay_${i}`)
    await Promise.all(['a', 'b', 'c'].map((owner) => deliverDue(options({ owner }))))
    expect(shop.received).toHaveLength(60)
    expect(new Set(shop.received.map((request) => request.headers['service-delivery'])).size).toBe(60)
    expect((await deliveries()).every((row) => row.status === 'SUCCEEDED')).toBe(true)
  })

  it('a lost worker’s delivery is sent again under the same id, and its late response is not recorded', async () => {
    let answerFirst = () => {}
    const shop = await receiver((response, _, number) => {
      if (number === 1) answerFirst = () => void response.writeHead(500).end()
      else response.end()
    })
    await endpoint(shop.url)
    await event('pay_1')
    const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 5_000 })
    const paused = deliverDue(options({ owner: 'paused', leaseMs: 100, http }))
    await shop.arrived(1)
    await deliverDue(options({ owner: 'early', leaseMs: 1 }))
    const second = startDeliveries({
      ...options({ owner: 'second', pollMs: 50 }),
      databaseUrl: databaseUrl(),
    })
    await shop.arrived(2)
    await second.stop()
    answerFirst()
    await paused
    expect(new Set(shop.received.map((request) => request.headers['service-delivery'])).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'SUCCEEDED', attempts: 1 }])
    expect(await attempts()).toMatchObject([{ number: 1, answer_status: 200 }])
  })

  it('a commit wakes the loop well before any poll', async () => {
    const shop = await receiver()
    await endpoint(shop.url)
    const worker = startDeliveries({ ...options({ pollMs: 60_000 }), databaseUrl: databaseUrl() })
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

  it('a stopping loop releases the deliveries that it was sending', async () => {
    const dead = await receiver(() => {})
    await endpoint(dead.url)
    await event('pay_1')
    const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 10_000 })
    const worker = startDeliveries({ ...options({ http }), databaseUrl: databaseUrl() })
    await dead.arrived(1)
    await worker.stop()
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0, owner: null }])
  })

  it('another account’s events are never sent, and an address that is not public is refused', async () => {
    await expect(createEndpoint(ctx(), { url: 'http://10.0.0.1/' }, rules)).rejects.toMatchObject({
      code: 'invalid_parameters',
      details: { fields: [{ field: 'url', code: 'https_required' }] },
    })
    const live = { keyring, testMode: false }
    await expect(createEndpoint(ctx(), { url: 'http://localhost:3000/' }, live)).rejects.toThrow()
    const { id } = await createEndpoint(ctx(), { url: 'https://shop.example/' }, live)
    const foreign = ctx('acct_other')
    expect(await listEndpoints(foreign)).toEqual([])
    await expect(changeEndpointStatus(foreign, id, 'PAUSED')).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})
