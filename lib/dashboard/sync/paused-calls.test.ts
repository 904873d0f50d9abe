import { beforeEach, expect, test } from 'vitest'
import { replaceConnectionKey } from '@/lib/dashboard/connections/connect-account'
import { requestCancel } from '@/lib/dashboard/links/cancel'
import { runCancels } from '@/lib/dashboard/links/run-cancels'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { aCustomer, aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { pollWatched, watchRecent } from './poll-watched'
import { queueReconciles, requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.links = [aLink({ id: 'L1' })]
  for (const table of ['object_fetch', 'link_cancel', 'noun_import', 'sync_run'])
    await ctx.db.query({ text: `DELETE FROM dashboard.${table}` })
  await ctx.db.query({
    text: `UPDATE dashboard.connection SET calls_paused_until = NULL, calls_paused_by = NULL, call_failures = 0,
      look_due_at = NULL, watched_at = NULL`,
  })
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  host.customers = ['C1', 'C2', 'C3'].map((id) => aCustomer({ id }))
  await ctx.db.query({
    text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, 'customers', id, 'close_call', $2 FROM unnest(ARRAY['C1', 'C2', 'C3']) AS id`,
    values: [ctx.connectionId, dashboard.now()],
  })
  host.requests = []
})

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}

const failing = (status: number, headers: Record<string, string> = {}) => {
  const error = { type: 'api_error', code: 'no', message: 'No.', details: {} }
  return () => ({ status, headers, body: { error } })
}

/** Runs every background caller of the worker once, with all its due work. */
async function workEverything(): Promise<void> {
  await watchRecent(ctx)
  await queueReconciles(dashboard)
  await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
  await Promise.all([fetchDueObjects(dashboard), pollWatched(dashboard), workOneRun(dashboard, worker)])
}

async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = host.requests.length
  await work()
  return host.requests.length - before
}

test('after a 429 no background call is sent during Retry-After, then one is', async () => {
  host.fault = failing(429, { 'Retry-After': '1200' })
  expect(await callsOf(() => fetchDueObjects(dashboard))).toBe(1)
  pass(1_199_000)
  expect(await callsOf(workEverything)).toBe(0)
  await requestReconcile(ctx)
  expect(await callsOf(workEverything)).toBe(0)
  pass(1_000)
  expect(await callsOf(workEverything)).toBe(1)
  host.fault = () => null
  pass(1_200_000)
  await workEverything()
  await workEverything()
  expect((await mirrorHealth(ctx)).last_sync?.state).toBe('DONE')
  pass(120_000)
  expect(await callsOf(workEverything)).toBeGreaterThan(1)
})

test('the health shows the end and the reason of a pause, and a member’s request lifts only our own pauses', async () => {
  expect((await mirrorHealth(ctx)).pause).toBeNull()
  host.fault = failing(429, { 'Retry-After': '259200' })
  pass(1_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  const until = new Date(dashboard.now().getTime() + 259_200_000).toISOString()
  const paused = { pause: { until, reason: 'rate_limited' }, last_sync: { state: 'QUEUED' } }
  expect(await mirrorHealth(ctx)).toMatchObject(paused)
  await requestReconcile(ctx)
  expect(await mirrorHealth(ctx)).toMatchObject(paused)
  pass(259_200_000)
  expect((await mirrorHealth(ctx)).pause).toBeNull()

  host.fault = failing(401)
  await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
  await workOneRun(dashboard, worker)
  expect(await mirrorHealth(ctx)).toMatchObject({
    pause: { until: new Date(dashboard.now().getTime() + 3_600_000).toISOString(), reason: 'refused' },
    last_sync: { state: 'FAILED' },
  })
  pass(1_000)
  await requestReconcile(ctx)
  expect(await mirrorHealth(ctx)).toMatchObject({ pause: null, last_sync: { state: 'QUEUED' } })
})

test('a Retry-After with a date is honored as well', async () => {
  host.fault = failing(429, { 'Retry-After': new Date(NOON.getTime() + 1_200_000).toUTCString() })
  await fetchDueObjects(dashboard)
  pass(1_198_000)
  expect(await callsOf(workEverything)).toBe(0)
  pass(3_000)
  expect(await callsOf(workEverything)).toBe(1)
})

test('after a refused key no background call is sent until a new key is stored', async () => {
  host.apiKey = 'otherpay_sk_rotated_today'
  pass(600_001)
  await queueReconciles(dashboard)
  expect(await callsOf(() => workOneRun(dashboard, worker))).toBe(1)
  expect(await mirrorHealth(ctx)).toMatchObject({ state: 'broken', last_sync: { error: 'invalid_api_key' } })
  pass(1_800_000)
  expect(await callsOf(workEverything)).toBe(0)
  expect((await mirrorHealth(ctx)).state).toBe('broken')
  await replaceConnectionKey(dashboard, ctx, { connection_id: ctx.connectionId, api_key: host.apiKey })
  await workEverything()
  expect((await mirrorHealth(ctx)).state).toBe('live')
})

test('a member who asks for a comparison ends the pause after a refusal', async () => {
  host.fault = failing(403)
  await fetchDueObjects(dashboard)
  expect(await mirrorHealth(ctx)).toMatchObject({ pause: { reason: 'blocked' } })
  host.fault = () => null
  expect(await callsOf(workEverything)).toBe(0)
  pass(1_000)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  expect((await mirrorHealth(ctx)).last_sync?.state).toBe('DONE')
})

test('an unavailable host gets one call after each pause, and every pause is longer', async () => {
  host.fault = () => 'hang up'
  for (let failures = 0; failures < 3; failures += 1) {
    expect(await callsOf(() => fetchDueObjects(dashboard))).toBe(1)
    pass(20_000)
  }
  pass(9_000)
  expect(await callsOf(workEverything)).toBe(0)
  pass(2_000)
  expect(await callsOf(workEverything)).toBe(1)
  pass(58_000)
  expect(await callsOf(workEverything)).toBe(0)
  pass(3_000)
  expect(await callsOf(workEverything)).toBe(1)
  host.fault = () => null
  pass(600_000)
  // The probe's success may release the others in the same round.
  const calls = await callsOf(async () => {
    await workEverything()
    pass(60_000)
    await workEverything()
  })
  expect(calls).toBeGreaterThan(1)
})

test('calls of a member are sent during a pause, and a success ends the pause of an unavailable host', async () => {
  await ctx.db.query({
    text: `UPDATE dashboard.connection SET calls_paused_until = $1, calls_paused_by = 'away', call_failures = 5`,
    values: [new Date(NOON.getTime() + 600_000)],
  })
  const member = await dashboard.reopen(ctx)
  await fetchObject(member, 'customers', 'C1')
  expect(await callsOf(() => fetchDueObjects(dashboard))).toBe(3)
})

test('a cancellation is tried at once during a pause, and again only after the pause', async () => {
  await ctx.db.query({
    text: `UPDATE dashboard.connection SET calls_paused_until = $1, calls_paused_by = 'rate_limited', call_failures = 1`,
    values: [new Date(NOON.getTime() + 600_000)],
  })
  host.fault = failing(429, { 'Retry-After': '600' })
  await requestCancel(ctx, { id: 'L1' })
  pass(30_000)
  expect(await callsOf(() => runCancels(dashboard, worker))).toBe(1)
  pass(500_000)
  expect(await callsOf(() => runCancels(dashboard, worker))).toBe(0)
  host.fault = () => null
  pass(600_000)
  expect(await callsOf(() => runCancels(dashboard, worker))).toBe(1)
})

test('a run waits between pages for a fifth of the advertised rate, and ends its slice before a long wait', async () => {
  await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
  await ctx.db.query({ text: 'DELETE FROM dashboard.sync_run' })
  host.links = Array.from({ length: 250 }, (_, index) => aLink({ id: `L${index}` }))
  host.headers = { 'RateLimit-Limit': '100', 'RateLimit-Reset': '60' }
  await requestReconcile(ctx)
  dashboard.waits.length = 0
  await workOneRun(dashboard, { ...worker, sliceMs: 60_000 })
  const lists = host.requests.filter(({ path }) => !['/me', '/balance'].includes(path))
  expect(lists).toHaveLength(6)
  expect(dashboard.waits).toHaveLength(6)
  for (const ms of dashboard.waits) expect(ms).toSatisfy((wait: number) => wait > 2_000 && wait <= 3_000)

  pass(600_001)
  await queueReconciles(dashboard)
  await workOneRun(dashboard, { ...worker, sliceMs: 2_500 })
  const { rows } = await ctx.db.query<{ pause_s: number }>({
    text: `SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 AS pause_s FROM dashboard.sync_run WHERE state = 'QUEUED'`,
  })
  expect(rows[0]?.pause_s).toBeGreaterThan(4)
})
