import { expect, test } from 'vitest'
import { aLink, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }

test('a comparison names the objects that it corrected, and leaves one without an answer to a single fetch', async () => {
  const payments = ['P1', 'P2', 'P3'].map((id) => aPayment({ id, created_at: '2026-01-01T00:00:00.000Z' }))
  host.payments = payments
  await workOneRun(dashboard, worker)
  for (const payment of payments) payment.status = 'APPROVED'
  dashboard.passMs(3_600_000)
  host.now = dashboard.now()
  const single = () => host.requests.filter(({ path }) => path.startsWith('/payments/')).length
  host.fault = () => (single() === 2 ? 'hang up' : null)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  host.fault = () => null
  expect(await mirrorHealth(ctx)).toMatchObject({
    last_sync: { state: 'DONE', drift: 2, corrected: { payments: { APPROVED: 2 } } },
  })
  expect(await fetchDueObjects(dashboard)).toBe(1)
})

test('a comparison ends without the objects for which the host fails, and they are fetched later', async () => {
  const ids = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6']
  host.links = ids.map((id) => aLink({ id, created_at: '2026-01-01T00:00:00.000Z' }))
  await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  for (const link of host.links) link.status = 'CANCELLED'
  const unanswered = ids.slice(0, 5)
  host.fault = ({ path }) => (unanswered.some((id) => path.endsWith(`/${id}`)) ? 'hang up' : null)
  const outcome = async () => {
    dashboard.passMs(3_600_000)
    host.now = dashboard.now()
    await requestReconcile(ctx)
    for (let tries = 0; tries < 9; tries += 1) {
      dashboard.passMs(40_000)
      await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
      await workOneRun(dashboard, worker)
    }
    const open = `SELECT id FROM dashboard.mirror_link WHERE status = 'ACTIVE' ORDER BY id`
    const { rows } = await ctx.db.query<{ id: string }>({ text: open })
    return { state: (await mirrorHealth(ctx)).last_sync?.state, open: rows.map(({ id }) => id) }
  }
  expect(await outcome()).toEqual({ state: 'DONE', open: unanswered })
  host.fault = () => null
  dashboard.passMs(3_600_000)
  host.now = dashboard.now()
  await fetchDueObjects(dashboard)
  expect((await outcome()).open).toEqual([])
})

test('an object that the host lacks is fetched after those that were confirmed before its last 404', async () => {
  host.links = ['A', 'Z'].map((id) => aLink({ id, created_at: '2026-01-01T00:00:00.000Z' }))
  await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  const reconcile = async () => {
    dashboard.passMs(600_000)
    host.now = dashboard.now()
    host.requests = []
    await requestReconcile(ctx)
    await workOneRun(dashboard, worker)
    return host.requests.flatMap(({ path }) => (/^.payment_links.[AZ]$/.test(path) ? [path.slice(-1)] : []))
  }
  host.links = host.links.slice(1)
  expect(await reconcile()).toEqual(['A'])
  const [link] = host.links
  if (link) link.status = 'CANCELLED'
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await ctx.db.query({
      text: `UPDATE dashboard.mirror_link SET status = 'ACTIVE', rank = 0, confirmed_at = $1, seen_at = $1 WHERE id = 'Z'`,
      values: [new Date(dashboard.now().getTime() - 60_000)],
    })
    expect(await reconcile()).toEqual(['Z', 'A'])
  }
})
