import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { LeaseLost } from '@/lib/dashboard/jobs/row-lease'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { type ExternalHost, startExternalHost } from '@/test/external-host'
import { aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { tappedDatabase } from '@/test/factories/tapped-database'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { queueReconciles, requestReconcile } from './queue-run'
import { runSync } from './run-sync'
import { claimRuns } from './sync-run'
import { workOneRun } from './work-sync'

const dashboard = await startDashboard()
let host: ExternalHost
let ctx: ConnectionContext
let teams = 0

beforeEach(async () => {
  dashboard.setNow(NOON)
  host = await startExternalHost(NOON)
  teams += 1
  ctx = await dashboard.owner(host, `owner${teams}@aurora.test`)
})
afterEach(async () => {
  // The next test must not claim work that a test left open.
  await dashboard.database.as('checkout_dashboard_system').query({
    text: `DELETE FROM dashboard.connection WHERE id = $1`,
    values: [ctx.connectionId],
  })
  await host.stop()
})

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const worker = { owner: 'worker-1' }

function fillHost(links: number, payments: number): void {
  host.links = Array.from({ length: links }, (_, index) =>
    aLink({ id: `L${index}`, title: `Link ${index}`, created_at: minutesAgo(100 + index) }),
  )
  host.payments = Array.from({ length: payments }, (_, index) =>
    aPayment({ id: `P${index}`, status: 'APPROVED', created_at: minutesAgo(100 + index) }),
  )
}

const paymentsSeen = async () => (await listPayments(ctx, {}, { role: 'OWNER' })).totals?.counts.ALL
const linksSeen = async () => (await listLinks(ctx, {})).totals?.counts.ALL

async function drift(): Promise<number> {
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  return (await mirrorHealth(ctx)).last_sync?.drift ?? 0
}

describe('the import on connecting', () => {
  test('an import reads the whole history, however many pages', async () => {
    fillHost(130, 260)
    expect((await mirrorHealth(ctx)).state).toBe('importing')
    expect(await workOneRun(dashboard, worker)).toBe(true)
    expect(await linksSeen()).toBe(130)
    expect(await paymentsSeen()).toBe(260)
    expect(await mirrorHealth(ctx)).toMatchObject({
      state: 'live',
      last_sync: { kind: 'IMPORT', state: 'DONE', days: null, seen: { links: 130, payments: 260 } },
    })
    expect(await workOneRun(dashboard, worker)).toBe(false)
    await ctx.db.query({
      text: 'UPDATE dashboard.connection_secret SET retired_at = $1',
      values: [dashboard.now()],
    })
    expect((await mirrorHealth(ctx)).state).toBe('no_webhook')
  })

  test('an import of a killed worker continues from its last page', async () => {
    fillHost(30, 250)
    const [killed] = await claimRuns(dashboard, { owner: 'killed', leaseMs: 1 })
    if (!killed) throw new Error('no run')
    let pages = 0
    host.fault = ({ path }) => {
      if (path === '/payments') pages += 1
      // The worker dies in its third page of payments.
      return pages === 3 ? 'hang up' : null
    }
    await expect(runSync(ctx, killed, 60_000)).rejects.toThrow()
    expect(await paymentsSeen()).toBe(200)
    host.requests = []
    host.fault = () => null
    await workOneRun(dashboard, worker)
    expect(await paymentsSeen()).toBe(250)
    expect(host.requests.map(({ path }) => path)).toEqual([
      '/me',
      '/balance',
      '/payments',
      '/customers',
      '/settlements',
    ])
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({
      state: 'DONE',
      seen: { links: 30, payments: 250 },
    })
  })

  test('a worker that slept longer than its lease cannot write any more', async () => {
    const [slept] = await claimRuns(dashboard, { owner: 'sleeper', leaseMs: 1 })
    if (!slept) throw new Error('no run')
    await ctx.db.query({
      text: `UPDATE dashboard.sync_run SET lease_until = clock_timestamp() - interval '1 s'`,
    })
    expect(await workOneRun(dashboard, worker)).toBe(true)
    await expect(slept.lease.renew()).rejects.toThrow(LeaseLost)
  })

  test('a worker that slept after a page does not reset the import of its successor', async () => {
    fillHost(250, 3)
    let slept = false
    const sleeper = tappedDatabase(dashboard.database, async (point) => {
      if (slept || point !== 'before keep-noun-import') return
      slept = true
      await workOneRun(dashboard, worker)
    })
    await workOneRun({ ...dashboard, database: sleeper }, { owner: 'sleeper', leaseMs: 1 })
    expect(slept).toBe(true)
    expect(await mirrorHealth(ctx)).toMatchObject({
      state: 'live',
      last_sync: { seen: { links: 250, payments: 3 } },
    })
  })

  test('an import waits while the host is unavailable and then succeeds', async () => {
    fillHost(3, 3)
    host.fault = ({ path }) => (path === '/payments' ? 'hang up' : null)
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ state: 'QUEUED', seen: { links: 3 } })
    host.fault = () => null
    await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({
      state: 'DONE',
      seen: { links: 3, payments: 3 },
    })
  })

  test('a refused key ends the import, whatever code the host has for it', async () => {
    host.apiKey = 'otherpay_sk_another'
    await workOneRun(dashboard, worker)
    expect(await mirrorHealth(ctx)).toMatchObject({
      state: 'broken',
      last_sync: { state: 'FAILED', error: 'invalid_api_key' },
    })
  })

  test('an endless history lets other imports run, and continues from its position', async () => {
    fillHost(250, 0)
    const other = await startExternalHost(NOON)
    other.links = [aLink({ id: 'theirs' })]
    dashboard.passMs(1)
    const late = await dashboard.owner(other, `late${teams}@aurora.test`)
    const slice = { ...worker, sliceMs: 0 }
    await workOneRun(dashboard, slice)
    expect(await linksSeen()).toBe(100)
    await workOneRun(dashboard, slice)
    expect((await listLinks(late, readQuery(linkFilterSchema, {}))).totals?.counts.ALL).toBe(1)
    for (let slices = 0; slices < 12; slices += 1) await workOneRun(dashboard, slice)
    expect(await mirrorHealth(ctx)).toMatchObject({ last_sync: { state: 'DONE', seen: { links: 250 } } })
    expect(await mirrorHealth(late)).toMatchObject({ last_sync: { state: 'DONE', seen: { links: 1 } } })
    await late.db.query({ text: 'DELETE FROM dashboard.connection' })
    await other.stop()
  })

  test('an overlong code and NUL in a host’s response end a run like any other refusal', async () => {
    const error = { type: 'permission_error', code: `no\0${'o'.repeat(9_000)}`, message: 'No.', details: {} }
    host.account = { ...host.account, legal_name: 'Aurora \0 SA' }
    host.fault = ({ path }) => (path === '/me' ? null : { status: 403, body: { error } })
    await workOneRun(dashboard, worker)
    const { last_sync } = await mirrorHealth(ctx)
    expect(last_sync).toMatchObject({ state: 'FAILED', error: 'charges_disabled' })
    await expect(ctx.client.call('listPayments')).rejects.toMatchObject({ code: `no${'o'.repeat(98)}` })
  })

  test('a cursor that the host no longer accepts restarts its list', async () => {
    fillHost(150, 1)
    let forgotten = false
    host.fault = ({ query }) => {
      if (query.get('starting_after') === null || forgotten) return null
      forgotten = true
      const error = { type: 'invalid_request_error', code: 'invalid_parameters', message: 'No.', details: {} }
      return { status: 400, body: { error } }
    }
    await workOneRun(dashboard, worker)
    expect(await linksSeen()).toBe(150)
  })
})

describe('reconciliation', () => {
  beforeEach(async () => {
    fillHost(3, 3)
    await workOneRun(dashboard, worker)
    dashboard.passMs(60_000)
    host.now = dashboard.now()
  })

  test('an unchanged host shows no drift', async () => {
    expect(await drift()).toBe(0)
  })

  test('a comparison counts missed events, and repairs their objects', async () => {
    host.payments.push(aPayment({ id: 'new', status: 'APPROVED', created_at: minutesAgo(50) }))
    const [payment] = host.payments
    if (payment) payment.status = 'FAILED'
    const [link] = host.links
    if (link) link.status = 'COMPLETED'
    expect(await drift()).toBe(3)
    expect(await paymentsSeen()).toBe(4)
    dashboard.passMs(60_000)
    host.now = dashboard.now()
    expect(await drift()).toBe(0)
  })

  test('corrections of comparisons stay readable for a day, summed over the comparisons', async () => {
    host.links.push(aLink({ id: 'L-new', created_at: minutesAgo(50) }))
    expect(await drift()).toBe(0)
    const pass = (ms: number) => {
      dashboard.passMs(ms)
      host.now = dashboard.now()
    }
    pass(600_000)
    host.links.push(aLink({ id: 'L-newer', created_at: minutesAgo(50) }))
    const [payment] = host.payments
    if (payment) payment.status = 'FAILED'
    expect(await drift()).toBe(1)
    pass(600_000)
    expect(await drift()).toBe(0)
    expect((await mirrorHealth(ctx)).lately).toEqual({
      corrected: { links: { created: 2 }, payments: { FAILED: 1 } },
      drift: 1,
    })
    pass(24 * 60 * 60_000)
    expect((await mirrorHealth(ctx)).lately).toEqual({ corrected: {}, drift: 0 })
  })

  test('a comparison imports changes without an event, and does not count them as drift', async () => {
    host.links.push(aLink({ id: 'new', created_at: minutesAgo(50) }))
    const [link] = host.links
    if (link) link.paid_count = 1
    const [payment] = host.payments
    if (payment) payment.settlement_id = 'set_1'
    host.payments.push(aPayment({ id: 'walked', status: 'TIMEOUT', created_at: minutesAgo(50) }))
    expect(await drift()).toBe(0)
    expect(await linksSeen()).toBe(4)
    expect(await paymentsSeen()).toBe(4)
    const { rows } = await ctx.db.query({
      text: `SELECT id FROM dashboard.mirror_payment WHERE snapshot->>'settlement_id' = 'set_1'`,
    })
    expect(rows).toHaveLength(1)
  })

  test('a comparison finds open objects of any age', async () => {
    const old = aPayment({ id: 'old', status: 'PENDING', created_at: '2025-01-01T00:00:00.000Z' })
    host.payments.push(old)
    expect(await drift()).toBe(0)
    old.status = 'VOIDED'
    dashboard.passMs(60_000)
    host.now = dashboard.now()
    expect(await drift()).toBe(0)
    const voided = await listPayments(ctx, readQuery(paymentFilterSchema, { status: 'VOIDED' }), {
      role: 'OWNER',
    })
    expect(voided.data.map(({ id }) => id)).toEqual(['old'])
  })

  test('an object that only an event reported and the host lacks is removed after two comparisons', async () => {
    const object = aPayment({ id: 'sample', status: 'APPROVED', created_at: '2020-01-01T00:00:00.000Z' })
    await applyEvent(ctx.db, {
      connectionId: ctx.connectionId,
      deliveryId: 'd-1',
      envelope: { event: 'payment.succeeded', created_at: minutesAgo(5), data: { payment: object } },
      body: '{}',
      sentAt: dashboard.now(),
      now: dashboard.now(),
    })
    expect(await paymentsSeen()).toBe(4)
    expect(await drift()).toBe(1)
    expect(await paymentsSeen()).toBe(4)
    dashboard.passMs(60_000)
    host.now = dashboard.now()
    await drift()
    expect(await paymentsSeen()).toBe(3)
    const { rows } = await ctx.db.query({ text: 'SELECT outcome FROM dashboard.received_event' })
    expect(rows).toEqual([{ outcome: 'test' }])
  })

  test('two requests make one run', async () => {
    const [first, second] = await Promise.all([requestReconcile(ctx), requestReconcile(ctx)])
    expect(second.id).toBe(first.id)
  })

  test('a comparison runs automatically every ten minutes, once for all workers', async () => {
    expect(await queueReconciles(dashboard)).toBe(0)
    dashboard.passMs(10 * 60_000)
    await Promise.all([queueReconciles(dashboard), queueReconciles(dashboard)])
    const { rows } = await ctx.db.query({
      text: `SELECT progress->'days' AS days FROM dashboard.sync_run WHERE state = 'QUEUED'`,
    })
    expect(rows).toEqual([{ days: 2 }])
  })

  test('a mirror is not live while its host is down, although a new run is queued each time', async () => {
    host.fault = () => 'hang up'
    const states: string[] = []
    for (let runs = 0; runs < 4; runs += 1) {
      dashboard.passMs(11 * 60_000)
      await queueReconciles(dashboard)
      await workOneRun(dashboard, worker)
      states.push((await mirrorHealth(ctx)).state)
      const end = `UPDATE dashboard.sync_run SET state = 'FAILED', finished_at = $1 WHERE state = 'QUEUED'`
      if (runs === 2) await ctx.db.query({ text: end, values: [dashboard.now()] })
    }
    expect(states).toEqual(['live', 'live', 'behind', 'broken'])
  })

  test('a mirror is live during a whole comparison only while a worker holds it', async () => {
    dashboard.passMs(8 * 24 * 60 * 60_000)
    await queueReconciles(dashboard)
    expect((await mirrorHealth(ctx)).state).toBe('behind')
    await claimRuns(dashboard, { owner: 'killed', leaseMs: 30_000 })
    expect((await mirrorHealth(ctx)).state).toBe('live')
    const past = `UPDATE dashboard.sync_run SET lease_until = clock_timestamp() - interval '5 min'`
    await ctx.db.query({ text: past })
    expect((await mirrorHealth(ctx)).state).toBe('behind')
  })

  test('a comparison covers the whole history after an import that an earlier run had begun', async () => {
    await ctx.db.query({
      text: `UPDATE dashboard.noun_import SET done_at = NULL WHERE noun = 'settlements'`,
    })
    dashboard.passMs(20 * 24 * 60 * 60_000)
    host.links.push(aLink({ id: 'between', created_at: dashboard.now().toISOString() }))
    dashboard.passMs(20 * 24 * 60 * 60_000)
    host.now = dashboard.now()
    await requestReconcile(ctx)
    await workOneRun(dashboard, worker)
    expect(await mirrorHealth(ctx)).toMatchObject({ state: 'behind', imports: [] })
    await workOneRun(dashboard, worker)
    expect(await mirrorHealth(ctx)).toMatchObject({ state: 'live', last_sync: { days: null } })
    expect(await linksSeen()).toBe(4)
  })

  test('a comparison covers the whole history after a month without any, and at most once an hour while that fails', async () => {
    dashboard.passMs(31 * 24 * 60 * 60_000)
    const days: (number | null | undefined)[] = []
    for (let runs = 0; runs < 3; runs += 1) {
      days.push((await requestReconcile(ctx)).days)
      const end = `UPDATE dashboard.sync_run SET state = 'FAILED', finished_at = $1 WHERE state = 'QUEUED'`
      await ctx.db.query({ text: end, values: [dashboard.now()] })
      dashboard.passMs(40 * 60_000)
    }
    expect(days).toEqual([null, 9, null])
  })

  test('a member can compare the whole history at any time', async () => {
    expect(await requestReconcile(ctx, { whole: true })).toMatchObject({ kind: 'RECONCILE', days: null })
  })

  test('a comparison covers the whole history once a week, and reports the changes', async () => {
    const old = aLink({ id: 'Old', created_at: '2026-02-01T00:00:00.000Z' })
    host.links.push(old)
    await fetchObject(ctx, 'links', old.id)
    old.title = 'Renamed without an event'
    dashboard.passMs(8 * 24 * 60 * 60_000)
    host.now = dashboard.now()
    await queueReconciles(dashboard)
    await workOneRun(dashboard, worker)
    const { last_sync } = await mirrorHealth(ctx)
    expect(last_sync).toMatchObject({ kind: 'RECONCILE', state: 'DONE', days: null })
    expect(last_sync?.corrected).toEqual({ links: { changed: 1 } })
    dashboard.passMs(10 * 60_000)
    await queueReconciles(dashboard)
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ days: 2 })
  })
})

describe('objects that must be fetched again', () => {
  const event = (object: ReturnType<typeof aPayment>, kind: string, deliveryId: string) =>
    applyEvent(ctx.db, {
      connectionId: ctx.connectionId,
      deliveryId,
      envelope: { event: kind, created_at: dashboard.now().toISOString(), data: { payment: object } },
      body: '{}',
      sentAt: dashboard.now(),
      now: dashboard.now(),
    })

  beforeEach(async () => {
    await workOneRun(dashboard, worker)
  })

  test('the host resolves a conflict', async () => {
    host.payments = [aPayment({ id: 'P1', status: 'FAILED' })]
    await event(aPayment({ id: 'P1', status: 'APPROVED' }), 'payment.succeeded', 'a')
    await event(aPayment({ id: 'P1', status: 'FAILED' }), 'payment.failed', 'b')
    dashboard.passMs(10_000)
    host.now = dashboard.now()
    expect(await fetchDueObjects(dashboard)).toBe(1)
    const { data } = await listPayments(ctx, readQuery(paymentFilterSchema, {}), { role: 'OWNER' })
    expect(data).toMatchObject([{ status: 'FAILED', mirror: { conflict: false } }])
    dashboard.passMs(3_600_000)
    expect(await fetchDueObjects(dashboard)).toBe(0)
  })

  test('a conflict is resolved although the response came too soon after the event to determine the newer version', async () => {
    host.payments = [aPayment({ id: 'P1', status: 'FAILED' })]
    await event(aPayment({ id: 'P1', status: 'APPROVED' }), 'payment.succeeded', 'a')
    await event(aPayment({ id: 'P1', status: 'FAILED' }), 'payment.failed', 'b')
    expect(await fetchDueObjects(dashboard)).toBe(1)
    dashboard.passMs(7_000)
    host.now = dashboard.now()
    expect(await fetchDueObjects(dashboard)).toBe(1)
    const { data } = await listPayments(ctx, readQuery(paymentFilterSchema, {}), { role: 'OWNER' })
    expect(data).toMatchObject([{ status: 'FAILED', mirror: { conflict: false } }])
  })

  test('a connection that cannot be opened, or whose host is unavailable, delays no other', async () => {
    const other = await startExternalHost(NOON)
    const stuck = await dashboard.owner(other, `stuck${teams}@aurora.test`)
    await workOneRun(dashboard, worker)
    const fetchOf = (connectionId: string, ids: readonly string[]) =>
      dashboard.database.as('checkout_dashboard_system').query({
        text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
          SELECT $1, 'payments', unnest($2::text[]), 'conflict', $3`,
        values: [connectionId, ids, dashboard.now()],
      })
    await fetchOf(stuck.connectionId, ['S1', 'S2', 'S3'])
    await fetchOf(ctx.connectionId, ['P1'])
    host.payments = [aPayment({ id: 'P1', status: 'APPROVED' })]
    other.requests = []
    other.fault = () => 'hang up'
    expect(await fetchDueObjects(dashboard)).toBe(4)
    expect(await paymentsSeen()).toBe(1)
    // One call found that the host is down; the others wait.
    expect(other.requests).toHaveLength(1)

    await dashboard.database.as('checkout_dashboard_system').query({
      text: `UPDATE dashboard.connection SET api_key_sealed = 'lost' WHERE id = $1`,
      values: [stuck.connectionId],
    })
    dashboard.passMs(3_600_000)
    await fetchOf(ctx.connectionId, ['P2'])
    host.payments = [aPayment({ id: 'P2', status: 'APPROVED' })]
    expect(await fetchDueObjects(dashboard)).toBe(4)
    expect(await paymentsSeen()).toBe(2)
    await stuck.db.query({ text: 'DELETE FROM dashboard.connection' })
    await other.stop()
  })

  test('the paid count of a link follows its payments', async () => {
    host.links = [aLink({ id: 'L1', max_uses: null, paid_count: 1 })]
    const payment_link = { id: 'L1', title: 'Dinner', url: 'https://otherpay.example/p/L1' }
    await event(aPayment({ id: 'P1', status: 'APPROVED', payment_link }), 'payment.succeeded', 'a')
    dashboard.passMs(2_000)
    await fetchDueObjects(dashboard)
    expect((await listLinks(ctx, readQuery(linkFilterSchema, {}))).data).toMatchObject([
      { id: 'L1', paid_count: 1 },
    ])
  })

  test('an unavailable host is called again later', async () => {
    host.fault = () => 'hang up'
    await event(aPayment({ id: 'P1', status: 'APPROVED' }), 'payment.succeeded', 'a')
    await event(aPayment({ id: 'P1', status: 'FAILED' }), 'payment.failed', 'b')
    expect(await fetchDueObjects(dashboard)).toBe(1)
    expect(await fetchDueObjects(dashboard)).toBe(0)
    host.fault = () => null
    host.payments = [aPayment({ id: 'P1', status: 'FAILED' })]
    dashboard.passMs(60_000)
    host.now = dashboard.now()
    expect(await fetchDueObjects(dashboard)).toBe(1)
    expect(
      (await listPayments(ctx, readQuery(paymentFilterSchema, {}), { role: 'OWNER' })).data,
    ).toMatchObject([{ status: 'FAILED' }])
  })
})
