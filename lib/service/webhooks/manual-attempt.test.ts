import { describe, expect, it } from 'vitest'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { countSkipped, sendSkipped } from '@/lib/service/panel/missed-events'
import { deliveringAccount, START } from '@/test/fixtures/delivering-account'
import { correctDueTimes } from './claim-deliveries'
import { deliverDue } from './run-deliveries'
import { requestManualAttempt } from './run-retries'

const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000)

describe('a manual attempt', () => {
  const {
    attempts,
    clock,
    ctx,
    deliveries,
    endpoint,
    endpoints,
    event,
    openAccount,
    options,
    pass,
    receiver,
    system,
  } = deliveringAccount()

  /** Creates an endpoint whose responses the test controls. */
  async function fickleShop() {
    const answer = { status: 500 }
    const shop = await receiver((response) => response.writeHead(answer.status).end())
    const { id } = await endpoint(shop.url)
    return { shop, id, answer }
  }

  async function ask(account = ctx()): Promise<string[]> {
    const ids = (await deliveries()).map(({ id }) => id)
    return requestManualAttempt(account.db, account.accountId, ids, clock.now)
  }

  it('a manual attempt between two retries leaves the schedule unchanged', async () => {
    const { shop } = await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    for (const second of [10, 20]) {
      clock.now = later(second)
      expect(await ask()).toHaveLength(1)
      await deliverDue(options())
    }
    expect(await deliveries()).toMatchObject([
      {
        status: 'PENDING',
        attempts: 3,
        automatic_attempts: 1,
        next_attempt_at: later(60),
        manual_due_at: null,
      },
    ])
    for (const waitS of [60, 300, 1_800, 7_200, 21_600]) {
      clock.now = waitS === 60 ? later(60) : new Date(clock.now.getTime() + waitS * 1_000)
      await deliverDue(options())
    }
    expect(shop.received).toHaveLength(8)
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 8, automatic_attempts: 6 }])
    expect((await attempts()).map((row) => row.manual)).toEqual([false, true, true, ...Array(5).fill(false)])
  })

  it('a manual attempt that succeeds ends the delivery, and a later failed one changes neither status nor end', async () => {
    const { answer } = await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    answer.status = 200
    clock.now = later(30)
    await ask()
    await deliverDue(options())
    const succeeded = { status: 'SUCCEEDED', automatic_attempts: 1, finished_at: later(30) }
    expect(await deliveries()).toMatchObject([
      { ...succeeded, last_answer_status: 200, last_error_class: null },
    ])

    answer.status = 503
    clock.now = later(90)
    await ask()
    await deliverDue(options())
    expect(await deliveries()).toMatchObject([
      { ...succeeded, attempts: 3, last_attempt_at: later(90), last_error_class: 'http_5xx' },
    ])
    pass(86_400)
    await deliverDue(options())
    expect(await attempts()).toHaveLength(3)
  })

  it('a manual attempt is refused for a paused endpoint, and dropped if the endpoint is paused before it is made', async () => {
    const { shop, id } = await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    expect(await ask()).toHaveLength(1)
    await changeEndpointStatus(ctx(), id, 'PAUSED')
    await deliverDue(options())
    expect(await ask()).toEqual([])
    expect(shop.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'SKIPPED', manual_due_at: null }])
    expect(await endpoints()).toMatchObject([{ next_due_at: null }])
  })

  it('a manual attempt cannot be requested by another account', async () => {
    await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    expect(await ask(ctx(await openAccount()))).toEqual([])
  })

  it('a manual attempt requested during a send follows a failure, and not a success', async () => {
    for (const [status, sent] of [
      [500, 2],
      [200, 1],
    ] as const) {
      const shop = await receiver((response, _, number) => {
        if (number > 1) response.end()
        else void ask().then(() => response.writeHead(status).end())
      })
      const { id } = await endpoint(shop.url)
      await event('pay_1')
      await deliverDue(options())
      expect(shop.received).toHaveLength(sent)
      await changeEndpointStatus(ctx(), id, 'PAUSED')
    }
  })

  it('a manual attempt held by a lost worker is made again', async () => {
    const { answer, shop } = await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    await ask()
    answer.status = 200
    await system().query({
      text: `UPDATE service.delivery SET owner = 'lost', lease_until = clock_timestamp() - interval '1 second'`,
    })
    await system().query({ text: 'UPDATE service.webhook_endpoint SET next_due_at = NULL' })
    await deliverDue(options())
    expect(shop.received).toHaveLength(2)
    expect(await deliveries()).toMatchObject([{ status: 'SUCCEEDED', automatic_attempts: 1 }])
  })

  it('a manual attempt and a retry are found again by the correction of due times', async () => {
    await fickleShop()
    await event('pay_1')
    await deliverDue(options())
    await system().query({ text: 'UPDATE service.webhook_endpoint SET next_due_at = NULL' })
    expect(await correctDueTimes(system())).toBe(1)
    expect(await endpoints()).toMatchObject([{ next_due_at: later(60) }])
    expect(await correctDueTimes(system())).toBe(0)
  })

  it('deliveries skipped by a pause need no manual attempt: they are sent on request, with a whole schedule', async () => {
    const { shop, id, answer } = await fickleShop()
    await event('pay_0')
    await deliverDue(options())
    clock.now = later(10)
    await changeEndpointStatus(ctx(), id, 'PAUSED')
    await event('pay_1')
    const { accountId, db } = ctx()
    expect(await countSkipped(db, accountId, id, later(10))).toBe(2)
    expect(await countSkipped(db, accountId, id, later(11))).toBe(0)
    expect(await sendSkipped(db, accountId, id, later(10), clock.now)).toBe(0)
    await changeEndpointStatus(ctx(), id, 'ACTIVE')
    expect(await sendSkipped(db, accountId, id, later(10), clock.now)).toBe(2)
    await deliverDue(options())
    expect(shop.received).toHaveLength(3)
    expect(await deliveries()).toMatchObject([
      { status: 'PENDING', attempts: 2, automatic_attempts: 1, next_attempt_at: later(70) },
      { status: 'PENDING', attempts: 1, automatic_attempts: 1, next_attempt_at: later(70) },
    ])
    answer.status = 200
    clock.now = later(70)
    await deliverDue(options())
    expect((await deliveries()).map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  })
})

describe('the health of an endpoint', () => {
  const { attempts, clock, endpoint, endpoints, event, options, receiver, system } = deliveringAccount()

  it('the health of an endpoint has the start of its failure and its lane', async () => {
    const answers = { hangs: true }
    const shop = await receiver((response) => void (answers.hangs || response.end()))
    await endpoint(shop.url)
    const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 150 })
    await event('pay_1')
    await deliverDue(options({ http }))
    expect(await endpoints()).toMatchObject([
      { failing_since: START, slow_until: later(600), next_due_at: later(60) },
    ])
    await system().query({ text: 'UPDATE service.webhook_endpoint SET notices = 2' })
    clock.now = later(60)
    await deliverDue(options({ http }))
    expect(await endpoints()).toMatchObject([{ failing_since: START, slow_until: later(660), notices: 2 }])
    answers.hangs = false
    clock.now = later(360)
    await deliverDue(options({ http }))
    expect(await endpoints()).toMatchObject([
      { failing_since: null, slow_until: null, notices: 0, next_due_at: null },
    ])
  })

  it('the health of an endpoint includes limited response headers without cookies, and the sent signature', async () => {
    const shop = await receiver((response) => {
      for (let i = 0; i < 40; i += 1) response.setHeader(`x-${i}`, 'y'.repeat(200))
      response.writeHead(200, { 'set-cookie': 'session=1', 'x-first': 'a' }).end()
    })
    await endpoint(shop.url)
    await event('pay_1')
    await deliverDue(options())
    const [attempt] = await attempts()
    const headers = Object(attempt?.answer_headers)
    expect(headers).toMatchObject({ 'x-0': 'y'.repeat(200) })
    expect(JSON.stringify(headers)).not.toContain('session')
    expect(JSON.stringify(headers).length).toBeLessThan(4_096 + 32 * 6)
    expect(Object.keys(headers).length).toBeLessThanOrEqual(32)
    expect(attempt?.signature).toBe(shop.received[0]?.headers['service-signature'])
  })
})
