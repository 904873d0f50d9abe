import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { Random } from '@/prisma/demo/random'
import { ROOT } from '@/scripts/stamps.mjs'
import { type ResponseCounts, repeat } from './chaos-clients'
import { deliveryFaults, finalTimes, mirrorFaults } from './checks'
import { type Deployment, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'
import { startChaos } from './random-chaos'
import { bookFaults, startLoad, untilFinal } from './start-load'

/**
 * Duration: `CHAOS_MINUTES=10 npx vitest run test/chaos/chaos.test.ts` (docs/reliability.md); SEED=n gives another
 * schedule of kills.
 */
const MINUTES = Number(process.env.CHAOS_MINUTES ?? 0)
const SEED = Number(process.env.SEED ?? 1)
const FINAL_WITHIN_S = 60
const CLIENTS = { buyers: 4, payers: 3 }
const SETTLE_EVERY_MS = [8_000, 16_000] as const
const DAY_MS = 86_400_000
const CALM_MS = 180_000
const POLL_MS = 250
/** Cards that are approved; when charged later, declined, lost after the authorization and lost after the capture. */
const SAVED_CARDS = [
  ...Array.from({ length: 10 }, () => '4242424242424242'),
  '4000000000000341',
  '4000000000000259',
  '4000000000000267',
  // Approved; a refund is declined, lost before and lost after it.
  '4000000000005126',
  '4000000000006009',
  '4000000000006017',
]
describe.skipIf(MINUTES === 0)(`${MINUTES} minutes of kills and stops`, () => {
  const responseCounts: ResponseCounts = new Map()
  const random = new Random(SEED)
  let days = 0
  let deployment: Deployment
  let merchant: Merchant

  beforeAll(async () => {
    deployment = await startDeployment({ count: { api: 2, worker: 2, web: 2 } })
    merchant = await openMerchant(deployment, responseCounts, SAVED_CARDS)
  }, 600_000)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
  }, 120_000)

  test(
    'no purchase is charged or refunded twice, no event is lost and every payment is final within a minute',
    async () => {
      let isOver = false
      const load = startLoad(merchant, random, CLIENTS)
      const settling = repeat(1, () => isOver, random, SETTLE_EVERY_MS, settleOnce)
      const chaos = startChaos(deployment, random)
      await setTimeout(MINUTES * 60_000)
      isOver = true
      const ended = Promise.all([load.end(), settling])
      await chaos.end()
      const calmFrom = Date.now()
      await untilFinal(merchant)
      await ended
      await untilFinal(merchant)
      const calmS = (Date.now() - calmFrom) / 1_000
      await settleOnce()
      await deliverRest()
      await reconcile()

      const books = new Client({ connectionString: deployment.databaseUrl })
      await books.connect()
      onTestFinished(() => books.end())
      const times = await finalTimes(books, chaos.outages)
      const slowest = (by: 'wallS' | 'countedS') =>
        times.reduce((most, time) => (time[by] > most[by] ? time : most))
      const outageS = (of: string) =>
        chaos.outages
          .filter((outage) => outage.of === of)
          .reduce((sum, { from, until }) => sum + (until - from) / 1_000, 0)
      console.table(Object.fromEntries([...chaos.acts].toSorted()))
      console.table(Object.fromEntries([...responseCounts].toSorted()))
      console.table({
        payments: times.length,
        approved: times.filter(({ status }) => status === 'APPROVED').length,
        purchases: load.purchases.length,
        'purchases with a second key': load.purchases.filter(({ keys }) => keys > 1).length,
        refunds: load.refunds.length,
        'refunds that succeeded': load.refunds.filter(({ outcome }) => outcome === 'SUCCEEDED').length,
        links: load.links.length,
        'deliveries received': merchant.endpoint.received.size,
        'deliveries received twice': [...merchant.endpoint.received.values()].filter((n) => n > 1).length,
        'seconds without Postgres': outageS('postgres'),
        'seconds without a worker': outageS('worker'),
        'slowest payment, seconds by the clock': slowest('wallS').wallS,
        'slowest payment, seconds while all ran': slowest('countedS').countedS,
        'seconds from the last act to the last final payment': calmS,
      })
      const faults = [
        ...(await bookFaults(books, load)),
        ...(await deliveryFaults(books, merchant)),
        ...(await mirrorFaults(merchant)),
        ...deployment.processes.flatMap(({ unexpected }) => unexpected),
        ...[...responseCounts].flatMap(([name, times]) =>
          /^(?!page|form).* 500$/.test(name) ? [`${name}: ${times}`] : [],
        ),
        ...times.flatMap(({ id, countedS }) =>
          countedS > FINAL_WITHIN_S ? [`payment ${id} was final after ${countedS} s`] : [],
        ),
      ]
      expect(faults).toEqual([])
      await deployment.operator('check')
      expect(calmS).toBeLessThan(FINAL_WITHIN_S)
    },
    MINUTES * 60_000 + 3 * CALM_MS,
  )

  /** Settles as of the next day and sends the transfers, like an operator; some of the commands are killed. */
  async function settleOnce(): Promise<void> {
    days += 1
    const until = new Date(Date.now() + days * DAY_MS).toISOString()
    await operatorOnce('settle', '--until', until)
    await operatorOnce('transfer')
  }

  async function operatorOnce(...args: string[]): Promise<void> {
    const command = spawn(process.execPath, [path.join(ROOT, '.build/operator.mjs'), ...args], {
      cwd: ROOT,
      env: deployment.env,
      stdio: 'ignore',
    })
    const ended = once(command, 'exit')
    if (random.chance(0.3)) {
      await setTimeout(random.int(200, 1_500))
      command.kill('SIGKILL')
    }
    await ended
  }

  /** Makes pending retries due immediately, until none is left. */
  async function deliverRest(): Promise<void> {
    const system = merchant.database.as('checkout_system')
    const waiting = async () => {
      await system.query({
        text: `UPDATE service.delivery SET next_attempt_at = now() WHERE status = 'PENDING' AND next_attempt_at > now()`,
      })
      await system.query({
        text: `UPDATE service.webhook_endpoint SET next_due_at = now() WHERE status = 'ACTIVE'`,
      })
      const { count } = await system.query({
        text: `SELECT id FROM service.delivery WHERE status = 'PENDING'`,
      })
      return count
    }
    await expect.poll(waiting, { timeout: CALM_MS, interval: 1_000 }).toBe(0)
  }

  async function reconcile(): Promise<void> {
    const { id } = await requestReconcile(merchant.ctx)
    const state = async () => {
      const { rows } = await merchant.ctx.db.query<{ state: string }>({
        text: 'SELECT state FROM dashboard.sync_run WHERE id = $1',
        values: [id],
      })
      return rows[0]?.state
    }
    await expect.poll(state, { timeout: CALM_MS, interval: POLL_MS }).toBe('DONE')
  }
})
