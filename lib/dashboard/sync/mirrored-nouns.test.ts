import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceConnectionKey } from '@/lib/dashboard/connections/connect-account'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { aCustomer, aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { pruneHistory } from './prune-history'
import { queueReconciles, requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }
const daysAgo = (days: number) => new Date(NOON.getTime() - days * 86_400_000).toISOString()

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
    'object_fetch',
    'mirror_customer',
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

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}

async function deliver(event: string, data: Record<string, unknown>): Promise<void> {
  pass(60_000)
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: randomUUID(),
    envelope: { event, created_at: dashboard.now().toISOString(), data },
    body: '{}',
    sentAt: dashboard.now(),
    now: dashboard.now(),
  })
}

describe('the import of customers and settlements', () => {
  test('an import contains every page, and its rows are ready for search', async () => {
    host.customers = Array.from({ length: 130 }, (_, index) =>
      aCustomer({
        id: `C${index}`,
        name: 'José Núñez',
        phone: `(502) 5555-${1000 + index}`,
        created_at: daysAgo(index),
      }),
    )
    host.settlements = Array.from({ length: 120 }, (_, index) =>
      aSettlement({ id: `S${index}`, status: 'PAID', created_at: daysAgo(index) }),
    )
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({
      state: 'DONE',
      seen: { customers: 130, settlements: 120 },
    })
    expect(
      await rowsOf(`SELECT phone_digits, search_text FROM dashboard.mirror_customer WHERE id = 'C7'`),
    ).toEqual([{ phone_digits: '50255551007', search_text: expect.stringContaining('jose nunez') }])
    expect(await rowsOf(`SELECT net_minor::text FROM dashboard.mirror_settlement WHERE id = 'S119'`)).toEqual(
      [{ net_minor: '11600' }],
    )
  })

  test('an import continues from its cursor under a new key, and only then the mirror is live', async () => {
    host.links = Array.from({ length: 250 }, (_, index) => aLink({ id: `L${index}` }))
    host.fault = ({ query }) => {
      if (query.get('starting_after') === '200') host.apiKey = 'otherpay_sk_rotated_today'
      return null
    }
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).state).toBe('broken')
    host.fault = () => null
    host.requests = []
    pass(60_000)
    await replaceConnectionKey(dashboard, ctx, { connection_id: ctx.connectionId, api_key: host.apiKey })
    expect((await mirrorHealth(ctx)).state).toBe('importing')
    await workOneRun(dashboard, worker)
    const lists = host.requests.filter(({ path }) => path === '/payment_links')
    expect(lists.map(({ query }) => query.get('starting_after'))).toEqual(['200'])
    // Links created while no key worked are still missing.
    expect((await mirrorHealth(ctx)).state).toBe('behind')
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).state).toBe('live')
    expect(await rowsOf('SELECT count(*)::int FROM dashboard.mirror_link')).toEqual([{ count: 250 }])
  })

  test.each([
    ['repeats a cursor', () => ({ has_more: true, next_cursor: 'again' })],
    ['promises more without a cursor', () => ({ has_more: true, next_cursor: null })],
  ])('an import ends with its own error if a list %s', async (_, more) => {
    host.fault = ({ path }) =>
      path === '/payment_links'
        ? { status: 200, body: { object: 'list', data: [aLink({ id: 'L1' })], ...more() } }
        : null
    await workOneRun(dashboard, worker)
    expect(await mirrorHealth(ctx)).toMatchObject({
      state: 'broken',
      last_sync: { state: 'FAILED', error: 'links: list_without_end' },
    })
  })

  test('an import ends with its own error if a host refuses each of its own cursors', async () => {
    host.links = Array.from({ length: 150 }, (_, index) => aLink({ id: `L${index}` }))
    const error = { type: 'invalid_request_error', code: 'invalid_parameters', message: 'No.', details: {} }
    host.fault = ({ query }) =>
      query.get('starting_after') === null ? null : { status: 400, body: { error } }
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).last_sync).toMatchObject({
      state: 'FAILED',
      error: 'links: list_without_end',
    })
    expect(host.requests.length).toBeLessThan(15)
  })
})

describe('one list that fails', () => {
  const broken = { type: 'api_error', code: 'broken', message: 'No.', details: {} }
  const state = async () => {
    const { state, last_sync } = await mirrorHealth(ctx)
    return [state, last_sync?.kind, last_sync?.state, last_sync?.error]
  }
  async function workToTheEnd(): Promise<void> {
    for (let tries = 0; tries < 12; tries += 1) {
      await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
      await workOneRun(dashboard, worker)
    }
  }

  test('a failing list does not prevent the import and comparison of other nouns', async () => {
    host.fault = ({ path }) => (path === '/payment_links' ? { status: 500, body: { error: broken } } : null)
    host.payments = [aPayment({ id: 'P1', created_at: daysAgo(90) })]
    await workToTheEnd()
    expect(await state()).toEqual(['broken', 'IMPORT', 'FAILED', 'links: broken'])
    pass(600_001)
    host.payments.push(aPayment({ id: 'P2', created_at: daysAgo(1) }))
    await queueReconciles(dashboard)
    await workOneRun(dashboard, worker)
    expect(await state()).toEqual(['broken', 'RECONCILE', 'DONE', null])
    expect(await rowsOf('SELECT id FROM dashboard.mirror_payment ORDER BY id')).toEqual([
      { id: 'P1' },
      { id: 'P2' },
    ])
    pass(600_001)
    host.fault = () => null
    await queueReconciles(dashboard)
    await workOneRun(dashboard, worker)
    expect((await mirrorHealth(ctx)).imports).toEqual([])
  })

  test.each([['500', { status: 500, body: { error: broken } }] as const, ['no answer', 'hang up'] as const])(
    'a failing list does not prevent the comparison of other nouns (%s), and the run names its noun',
    async (_, fault) => {
      host.links = [aLink({ id: 'L1' })]
      await workOneRun(dashboard, worker)
      pass(600_001)
      host.fault = ({ path }) => (path === '/payment_links' ? fault : null)
      host.customers = [aCustomer({ id: 'C1', created_at: daysAgo(1) })]
      await requestReconcile(ctx)
      await workToTheEnd()
      expect(await state()).toEqual(['broken', 'RECONCILE', 'FAILED', expect.stringMatching(/^links: /)])
      expect((await mirrorHealth(ctx)).last_sync?.corrected).toEqual({ customers: { created: 1 } })
      expect(host.requests.filter(({ path }) => path === '/payment_links/L1')).toEqual([])
    },
  )

  test('a list is refused if a page has too many objects', async () => {
    const data = Array.from({ length: 1_001 }, (_, index) => index)
    host.fault = ({ path }) =>
      path === '/payment_links'
        ? { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
        : null
    await workToTheEnd()
    expect((await state())[3]).toBe('links: contract_mismatch')
    expect((await mirrorHealth(ctx)).quarantine.count).toBe(0)
  })
})

describe('events of customers and settlements', () => {
  beforeEach(async () => {
    host.payments = [
      aPayment({ id: 'P1', status: 'APPROVED', created_at: daysAgo(1) }),
      aPayment({ id: 'P2', status: 'APPROVED', created_at: daysAgo(1) }),
    ]
    await workOneRun(dashboard, worker)
  })

  test('events report a new customer and its card', async () => {
    const customer = aCustomer({ id: 'C1' })
    await deliver('customer.created', { customer })
    await deliver('customer.card_saved', {
      customer: { ...customer, card: { brand: 'visa', last4: '4242', expiry: '12/30' } },
    })
    expect(await rowsOf('SELECT id, name, card_last4 FROM dashboard.mirror_customer')).toEqual([
      { id: 'C1', name: 'Ada Lovelace', card_last4: '4242' },
    ])
  })

  test('a settlement reaches the payments of its detail, despite unreadable entries, and is paid', async () => {
    const payment = { id: 'P1', amount: 120.5, payer_name: 'Ada Lovelace', created_at: daysAgo(1) }
    const settlement = aSettlement({ id: 'S1' })
    const payments = [{ ...payment, amount: 'much' }, null, { id: 7 }, 'P2']
    host.settlements = [Object.assign(aSettlement({ id: 'S1' }), { payments })]
    await deliver('settlement.created', { settlement: { ...settlement, payments } })
    pass(10_000)
    await fetchDueObjects(dashboard)
    expect(
      await rowsOf(
        `SELECT id, settlement_id, snapshot ->> 'settlement_id' AS shown FROM dashboard.mirror_payment ORDER BY id`,
      ),
    ).toEqual([
      { id: 'P1', settlement_id: 'S1', shown: 'S1' },
      { id: 'P2', settlement_id: null, shown: null },
    ])
    await deliver('settlement.paid', { settlement: { ...settlement, status: 'PAID', reference: 'T-1' } })
    expect(
      await rowsOf(
        `SELECT status, reference, snapshot ? 'payments' AS has_payments FROM dashboard.mirror_settlement`,
      ),
    ).toEqual([{ status: 'PAID', reference: 'T-1', has_payments: false }])
  })
})

test('a comparison names its corrections, and counts as drift only those that an event should have reported', async () => {
  const payment = aPayment({ id: 'P1', created_at: daysAgo(1) })
  const customer = aCustomer({ id: 'C1', created_at: daysAgo(300) })
  const link = aLink({ id: 'L1', created_at: daysAgo(40) })
  Object.assign(host, { payments: [payment], customers: [customer], links: [link] })
  await workOneRun(dashboard, worker)
  pass(3_600_000)
  payment.status = 'VOIDED'
  customer.name = 'Ada King'
  link.status = 'CANCELLED'
  const created_at = new Date(NOON.getTime() + 1_000).toISOString()
  host.links.push(aLink({ id: 'L2', created_at }), aLink({ id: 'L3', created_at }))
  host.customers.push(
    aCustomer({ id: 'C2', created_at }),
    aCustomer({ id: 'C3', created_at, source: 'SELF' }),
  )
  host.settlements.push(aSettlement({ id: 'S1', created_at }))
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  const { last_sync } = await mirrorHealth(ctx)
  expect(last_sync?.corrected).toEqual({
    links: { created: 2, CANCELLED: 1 },
    payments: { VOIDED: 1 },
    customers: { changed: 1, created: 2 },
    settlements: { created: 1 },
  })
  expect(last_sync?.drift).toBe(2)
})

test('events of 90 days ago and runs of 30 days ago are deleted, except the newest run', async () => {
  await workOneRun(dashboard, worker)
  await deliver('customer.created', { customer: aCustomer({ id: 'C1' }) })
  await pruneHistory(dashboard)
  const events = 'SELECT count(*)::int FROM dashboard.received_event'
  const runs = 'SELECT count(*)::int FROM dashboard.sync_run'
  const [kept] = await rowsOf(events)
  expect(kept?.count).not.toBe(0)
  pass(31 * 86_400_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  expect(await rowsOf(runs)).toEqual([{ count: 2 }])
  await pruneHistory(dashboard)
  expect(await rowsOf(runs)).toEqual([{ count: 1 }])
  expect(await rowsOf(events)).toEqual([kept])
  pass(60 * 86_400_000)
  await pruneHistory(dashboard)
  expect([await rowsOf(events), await rowsOf(runs)]).toEqual([[{ count: 0 }], [{ count: 1 }]])
})

test('a key that belongs to another account now stops the run before it writes anything', async () => {
  await workOneRun(dashboard, worker)
  const { id } = host.account
  host.account = { ...host.account, id: 'acct_other' }
  host.links = [aLink({ id: 'L1' })]
  pass(60_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  host.account = { ...host.account, id }
  expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ state: 'FAILED', error: 'other_account' })
  expect(await rowsOf('SELECT id FROM dashboard.mirror_link')).toEqual([])
})

test('a settlement that no event reported reaches payments older than the window of the comparison', async () => {
  host.payments = [aPayment({ id: 'P1', status: 'APPROVED', created_at: daysAgo(40) })]
  await workOneRun(dashboard, worker)
  const payment = { id: 'P1', amount: 120.5, payer_name: 'Ada Lovelace', created_at: daysAgo(40) }
  host.settlements = [aSettlement({ id: 'S9', payments: [payment] })]
  pass(3_600_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  pass(10_000)
  await fetchDueObjects(dashboard)
  expect(await rowsOf('SELECT id, settlement_id FROM dashboard.mirror_payment')).toEqual([
    { id: 'P1', settlement_id: 'S9' },
  ])
})
