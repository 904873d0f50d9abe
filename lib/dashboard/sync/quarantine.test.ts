import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect } from '@/lib/dashboard/connections/connect'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { pruneHistory } from './prune-history'
import { requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS).toISOString()
/** Instant of the year 10000 in UTC. */
const YEAR_10000 = '9999-12-31T23:00:00-06:00'

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.requests = []
  host.links = []
  host.payments = []
  host.customers = []
  host.settlements = []
  for (const table of [
    'quarantined_object',
    'received_event',
    'object_fetch',
    'mirror_settlement',
    'mirror_payment',
    'mirror_link',
    'noun_import',
    'sync_run',
  ])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
  await requestReconcile(ctx)
})

const rowsOf = async (text: string) => (await ctx.db.query<Record<string, unknown>>({ text })).rows
const quarantined = async () => (await mirrorHealth(ctx)).quarantine

/** Returns an object as an external host may send it, valid by the contract or not. */
function odd<Row>(object: Row, over: Record<string, unknown>): Row {
  return Object.assign({}, object, over)
}

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}

async function reconcile(): Promise<void> {
  pass(600_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
}

const deliver = (event: string, data: Record<string, unknown>) =>
  applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: randomUUID(),
    envelope: { event, created_at: dashboard.now().toISOString(), data },
    body: '{}',
    sentAt: dashboard.now(),
    now: dashboard.now(),
  })

describe('unreadable objects of a list', () => {
  test('unreadable objects are quarantined one by one, and the import ends with every other object', async () => {
    host.payments = [
      aPayment({ id: 'P1', status: 'APPROVED' }),
      odd(aPayment({ id: 'P2' }), { status: 'REFUNDED' }),
      odd(aPayment({ id: 'P3' }), { amount: 1e40 }),
      aPayment({ id: 'P4', payer: { name: 'A\u0000da', email: 'ada@example.test' } }),
      odd(aPayment(), { id: null }),
    ]
    host.links = [
      aLink({ id: 'L1', expires_at: YEAR_10000 }),
      aLink({ id: 'L2', max_uses: -9_000_000_000 }),
      aLink({ id: 'L3' }),
    ]
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).state).toBe('live')
    expect(await rowsOf('SELECT id FROM dashboard.mirror_payment ORDER BY id')).toEqual([
      { id: 'P1' },
      { id: 'P4' },
    ])
    expect(await rowsOf('SELECT id, expires_at FROM dashboard.mirror_link ORDER BY id')).toEqual([
      { id: 'L1', expires_at: new Date('9999-12-31T23:59:59.999Z') },
      { id: 'L3', expires_at: null },
    ])
    const { count, newest } = await quarantined()
    expect(count).toBe(4)
    expect(newest.find(({ id }) => id === 'P2')).toMatchObject({
      noun: 'payments',
      reason: expect.stringContaining('status'),
      at: expect.any(String),
    })
    expect(newest.map(({ noun, id }) => `${noun} ${id}`).sort()).toEqual([
      'links L2',
      'payments P2',
      'payments P3',
      'payments null',
    ])
  })

  test('objects stay in quarantine until the host returns them in a readable form', async () => {
    host.links = [odd(aLink({ id: 'L1', created_at: daysAgo(40) }), { status: 'PAUSED' })]
    await workOneRun(dashboard, worker)
    await reconcile()
    expect(await quarantined()).toMatchObject({ count: 1, newest: [{ id: 'L1' }] })
    expect(await rowsOf('SELECT tries FROM dashboard.quarantined_object')).toEqual([{ tries: 1 }])
    host.links = [aLink({ id: 'L1', created_at: daysAgo(40), status: 'COMPLETED' })]
    await reconcile()
    expect((await mirrorHealth(ctx)).last_sync?.state).toBe('DONE')
    expect(await quarantined()).toEqual({ count: 0, newest: [] })
    expect(await rowsOf('SELECT status FROM dashboard.mirror_link')).toEqual([{ status: 'COMPLETED' }])
  })

  test('objects leave the quarantine at the second 404, but not after a failure of the host', async () => {
    const odds = [odd(aLink({ id: 'L1', created_at: daysAgo(40) }), { status: 'PAUSED' })]
    host.links = odds
    await workOneRun(dashboard, worker)
    for (const links of [[], odds, []]) {
      host.links = links
      await reconcile()
      expect(await quarantined()).toMatchObject({ count: 1 })
    }
    await reconcile()
    expect(await quarantined()).toMatchObject({ count: 0 })
  })

  test('an object that became unreadable keeps its last readable row, and the comparison ends', async () => {
    host.payments = [
      aPayment({ id: 'P1', created_at: daysAgo(1) }),
      aPayment({ id: 'P2', created_at: daysAgo(1) }),
    ]
    await workOneRun(dashboard, worker)
    host.payments = [
      odd(aPayment({ id: 'P1', created_at: daysAgo(1) }), { status: 'CHARGED_BACK' }),
      aPayment({ id: 'P2', status: 'APPROVED', created_at: daysAgo(1) }),
    ]
    await reconcile()
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({
      state: 'DONE',
      corrected: { payments: { APPROVED: 1 } },
    })
    expect(await rowsOf('SELECT id, status FROM dashboard.mirror_payment ORDER BY id')).toEqual([
      { id: 'P1', status: 'PENDING' },
      { id: 'P2', status: 'APPROVED' },
    ])
    expect(await quarantined()).toMatchObject({ count: 1 })
  })

  test('unreadable objects do not end a list without a date filter before its newer pages are read', async () => {
    await workOneRun(dashboard, worker)
    host.settlements = [
      ...Array.from({ length: 100 }, (_, index) => odd(aSettlement({ id: `S${index}` }), { status: 'HELD' })),
      aSettlement({ id: 'good', created_at: daysAgo(1) }),
    ]
    await reconcile()
    expect(await rowsOf('SELECT id FROM dashboard.mirror_settlement')).toEqual([{ id: 'good' }])
  })

  test('quarantined objects are deleted 30 days after the host last returned them, if they were tried again in between', async () => {
    host.payments = [odd(aPayment(), { id: null })]
    await workOneRun(dashboard, worker)
    pass(31 * DAY_MS)
    await pruneHistory(dashboard)
    expect(await quarantined()).toMatchObject({ count: 1 })
    host.payments = []
    await reconcile()
    const { name } = host.account
    await disconnectAccount(dashboard, ctx, { connection_id: ctx.connectionId, name, delete_copy: false })
    await pruneHistory(dashboard)
    expect(await quarantined()).toMatchObject({ count: 1 })
    await connect(dashboard, { teamId: ctx.teamId, baseUrl: host.baseUrl, apiKey: host.apiKey })
    await pruneHistory(dashboard)
    expect(await quarantined()).toMatchObject({ count: 0 })
  })

  test('unreadable objects are kept one by one up to a limit, and values that are not objects as one', async () => {
    const raws = [
      ...Array.from({ length: 1_200 }, (_, index) => odd(aLink({ id: `L${index}` }), { status: 'PAUSED' })),
      ...Array.from({ length: 100_000 }, (_, index) => index),
    ]
    await writeObjects(ctx, 'links', { raws, at: NOON, source: 'list' })
    await writeObjects(ctx, 'links', {
      raws: [odd(aLink({ id: 'one more' }), { status: 'PAUSED' })],
      at: NOON,
      source: 'list',
    })
    expect(
      await deliver('payment_link.expired', {
        payment_link: odd(aLink({ id: 'late' }), { status: 'PAUSED' }),
      }),
    ).toBe('recorded')
    expect((await quarantined()).count).toBe(1_000)
  })
})

describe('unreadable objects of an event', () => {
  test.each([
    ['refuses to parse', { status: 'REFUNDED' }],
    ['refuses to store', { max_uses: -9_000_000_000 }],
  ])('objects of events that the dashboard %s are recorded, quarantined and fetched', async (_, over) => {
    const link = aLink({ id: 'L1', status: 'COMPLETED' })
    expect(await deliver('payment_link.completed', { payment_link: odd(link, over) })).toBe('recorded')
    expect(await quarantined()).toMatchObject({ count: 1, newest: [{ noun: 'links', id: 'L1' }] })
    host.links = [link]
    pass(10_000)
    await fetchDueObjects(dashboard)
    expect(await rowsOf('SELECT status FROM dashboard.mirror_link')).toEqual([{ status: 'COMPLETED' }])
    expect(await quarantined()).toMatchObject({ count: 0 })
    expect(await rowsOf('SELECT object_id FROM dashboard.object_fetch')).toEqual([])
  })

  test('an instant of the year 10000 is stored as the last one that Postgres holds', async () => {
    const link = aLink({ id: 'L1', status: 'COMPLETED', expires_at: YEAR_10000 })
    expect(await deliver('payment_link.completed', { payment_link: link })).toBe('applied')
  })

  test('a fetched object that stays unreadable is fetched once until the next comparison', async () => {
    host.links = [odd(aLink({ id: 'L1' }), { status: 'PAUSED' })]
    await deliver('payment_link.completed', { payment_link: host.links[0] })
    pass(10_000)
    expect(await fetchDueObjects(dashboard)).toBe(1)
    pass(3_600_000)
    expect(await fetchDueObjects(dashboard)).toBe(0)
    expect(await quarantined()).toMatchObject({ count: 1 })
  })

  test('a readable event ends the quarantine of its object', async () => {
    await deliver('payment.succeeded', { payment: odd(aPayment({ id: 'P1' }), { status: 'DONE' }) })
    pass(1_000)
    await deliver('payment.succeeded', { payment: aPayment({ id: 'P1', status: 'APPROVED' }) })
    expect(await quarantined()).toMatchObject({ count: 0 })
  })
})

describe('an object that the host answers with 500', () => {
  beforeEach(async () => {
    await workOneRun(dashboard, worker)
    await deliver('payment.succeeded', {
      payment: aPayment({ id: 'P1', status: 'APPROVED', created_at: daysAgo(40) }),
    })
    host.payments = [aPayment({ id: 'P1', status: 'FAILED', created_at: daysAgo(40) })]
    pass(600_000)
    await requestReconcile(ctx)
  })

  test('an object for which the host fails does not prevent the end of the comparison', async () => {
    host.fault = ({ path }) => (path === '/payments/P1' ? { status: 500 } : null)
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync?.state).toBe('DONE')
  })
})
