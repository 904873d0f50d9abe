import { afterAll, expect, test, vi } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { SYNC_CHANNEL } from '@/lib/dashboard/jobs/row-lease'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { watchRecent } from '@/lib/dashboard/sync/poll-watched'
import { startJobs } from '@/lib/platform/jobs/start-jobs'
import { aCustomer } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { dashboardJobs } from './dashboard-jobs'

/** Fewer hosts than the runs that a worker does at the same time. */
const HUNG_HOSTS = 3
/** Shorter than an unanswered call (10 s), longer than every poll. */
const SOON_MS = 8_000

const dashboard = await startDashboard()
const hung = await Promise.all(Array.from({ length: HUNG_HOSTS }, () => externalHost()))
const well = await externalHost()
const hungCtxs: ConnectionContext[] = []
for (const [index, host] of hung.entries())
  hungCtxs.push(await dashboard.owner(host, `hung${index}@aurora.test`))
dashboard.passMs(1)
const ctx = await dashboard.owner(well, 'well@aurora.test')
let answerAll = () => {}
const answered = new Promise<void>((resolve) => {
  answerAll = resolve
})
for (const host of hung) host.meanwhile = () => answered
const jobs = startJobs(dashboardJobs(dashboard, { webUrl: 'http://localhost', mailer: null }), {
  log: dashboard.log,
  wakes: { url: dashboard.url, channel: SYNC_CHANNEL, applicationName: 'test' },
})
afterAll(async () => {
  answerAll()
  await jobs.stop()
}, 30_000)

const soon = { timeout: SOON_MS, interval: 50 }
const received = (host: typeof well, path: string) =>
  host.requests.filter((seen) => seen.path.startsWith(path)).length

test('unresponsive hosts do not delay another account’s import', async () => {
  await vi.waitFor(() => expect(hung.every((host) => received(host, '/me') > 1)).toBe(true), soon)
  await vi.waitFor(async () => expect((await mirrorHealth(ctx)).last_sync?.state).toBe('DONE'), soon)
}, 20_000)

test('unresponsive hosts do not delay another account’s single objects', async () => {
  well.customers = [aCustomer({ id: 'C1' })]
  const fetchOne = ({ db, connectionId }: ConnectionContext) =>
    db.query({
      text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
        VALUES ($1, 'customers', 'C1', 'close_call', $2)`,
      values: [connectionId, dashboard.now()],
    })
  for (const other of hungCtxs) await fetchOne(other)
  await vi.waitFor(() => expect(hung.every((host) => received(host, '/customers/C1') > 0)).toBe(true), soon)
  await fetchOne(ctx)
  await vi.waitFor(() => expect(received(well, '/customers/C1')).toBe(1), { ...soon, timeout: 4_000 })
}, 20_000)

test('unresponsive hosts do not delay another account’s looks', async () => {
  for (const other of hungCtxs) await watchRecent(other)
  await vi.waitFor(() => expect(hung.every((host) => received(host, '/payment_links') > 0)).toBe(true), soon)
  well.requests = []
  await watchRecent(ctx)
  await vi.waitFor(() => expect(received(well, '/payments')).toBe(3), { ...soon, timeout: 6_000 })
}, 20_000)
