import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { wakeSync } from '@/lib/dashboard/sync/wake-sync'
import { Random } from '@/prisma/demo/random'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { workerProcesses } from '@/test/fixtures/worker-process'
import { HostLife } from '@/test/host-life'
import { expectEqual, hostObjects } from '@/test/mirror-and-host'
import { randomIds } from '@/test/random-habits'

/** Another one kills at other points. */
const SEED = Number(process.env.KILLS_SEED ?? 1)
const KILLS = 2
const ACTS = 800
const PAGE_MAX = 15
/** Pages of the whole import at least. */
const PAGES_MIN = 20
/** Time from an answer to the end of what a worker writes of it. */
const WRITES_MS = 25

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const startWorker = workerProcesses()
const random = new Random(SEED)

/** Resolves when the host has received `count` more calls, while the last one waits for its answer. */
function received(count: number): Promise<void> {
  const last = host.requests.length + count
  return new Promise((resolve) => {
    host.meanwhile = async () => {
      if (host.requests.length >= last) resolve()
    }
  })
}

test('workers killed in the middle of an import leave nothing out and nothing twice', async () => {
  new HostLife(host, random, randomIds(random)).fillHistory(ACTS)
  host.habits = { ...host.habits, pageMax: PAGE_MAX }
  let next = startWorker(dashboard.url)
  for (let kills = 0; kills < KILLS; kills += 1) {
    const worker = next
    await received(1)
    // Its start costs most of the test's time.
    next = startWorker(dashboard.url)
    await received(random.int(3, PAGES_MIN / KILLS))
    await setTimeout(random.int(0, WRITES_MS))
    await worker.kill()
    expect(await mirrorHealth(ctx)).toMatchObject({ state: 'importing', last_sync: { state: 'RUNNING' } })
    // The lease of the killed worker passes.
    await ctx.db.query({ text: `UPDATE dashboard.sync_run SET lease_until = clock_timestamp()` })
    await wakeSync(ctx.db)
  }
  await next.said(/mirror synced/)

  const expected = hostObjects(host)
  await expectEqual(ctx, expected)
  const seen = Object.fromEntries(Object.entries(expected).map(([noun, objects]) => [noun, objects.size]))
  const { state, imports, last_sync } = await mirrorHealth(ctx)
  expect({ state, imports, last_sync }).toMatchObject({
    state: 'live',
    imports: [],
    last_sync: { kind: 'IMPORT', state: 'DONE', seen },
  })
  const { rows } = await ctx.db.query<{ noun: string; seen: number }>({
    text: 'SELECT noun, seen FROM dashboard.noun_import WHERE done_at IS NOT NULL',
  })
  expect(Object.fromEntries(rows.map((row) => [row.noun, row.seen]))).toEqual(seen)
  const counted = { text: 'SELECT sum(payments)::integer AS payments FROM dashboard.payment_day' }
  expect((await ctx.db.query(counted)).rows).toEqual([{ payments: seen.payments }])
}, 60_000)
