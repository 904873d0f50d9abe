import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { signatureHeader } from '@/lib/contract/signature'
import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import { receiveDelivery } from '@/lib/dashboard/receiver/receive-delivery'
import { Random } from '@/prisma/demo/random'
import type { ExternalHost } from '@/test/external-host'
import { NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { SIGNING_SECRET, startDashboard } from '@/test/fixtures/test-dashboard'
import { HostActivity, type RaisedEvent } from '@/test/host-activity'
import {
  differences,
  expectEqual,
  hostObjects,
  mirroredObjects,
  unreadableObjects,
} from '@/test/mirror-and-host'
import { idFormats, randomBehavior, randomFaults } from '@/test/random-behavior'
import { fetchDueObjects } from './fetch-due-objects'
import { mirrorHealth } from './mirror-health'
import { pollWatched, watchRecent } from './poll-watched'
import { queueReconciles, requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

/** Storms of one test run; STORMS sets more, STORM runs one alone. */
const STORMS = Number(process.env.STORMS ?? 4)
const ONE_STORM = process.env.STORM
const seeds = ONE_STORM ? [Number(ONE_STORM)] : Array.from({ length: STORMS }, (_, index) => index + 1)
const HISTORY_ACTS = 150
const HISTORY_ODD = 5
const STEPS = 60
/** Actions that only the comparison and late events report. */
const LAST_ACTS = 25
const TROUBLED_SHARE = 0.08
/** Share of actions that create an unreadable object. */
const ODD_SHARE = 0.08
/** Rounds of a worker after which a run counts as stuck. */
const ROUNDS_MAX = 400

const dashboard = await startDashboard()
const receiver = { secretsOf: new SigningSecrets(dashboard), limits: new DeliveryLimits(dashboard) }
const worker = { owner: 'worker-1' }

afterEach(async () => {
  await dashboard.database.as('checkout_dashboard_system').query({ text: 'DELETE FROM dashboard.connection' })
})

class Storm {
  readonly random: Random
  readonly life: HostActivity
  /** Offset of the host's clock from ours. */
  readonly skewMs: number
  readonly waiting: RaisedEvent[] = []

  constructor(
    readonly ctx: ConnectionContext,
    readonly host: ExternalHost,
    seed: number,
  ) {
    this.random = new Random(seed)
    this.skewMs = this.random.int(-120_000, 120_000)
    // Each format of ids in turn.
    this.life = new HostActivity(host, this.random, idFormats[seed % idFormats.length] ?? String)
    host.behavior = randomBehavior(this.random)
    this.pass(0)
  }

  pass(ms: number): void {
    dashboard.passMs(ms)
    this.host.now = new Date(dashboard.now().getTime() + this.skewMs)
  }

  act(): void {
    this.pass(this.random.pick([0, 200, 3_000, 20_000]))
    this.waiting.push(...(this.random.chance(ODD_SHARE) ? this.life.actOddly() : this.life.act()))
  }

  /** Delivers some of the events: late, in any order, twice, or never. */
  async deliver(): Promise<void> {
    const kept = this.random.shuffled(this.waiting.splice(0))
    for (const raised of kept) {
      if (this.random.chance(0.3)) this.waiting.push(raised)
      else if (!this.random.chance(0.2)) await this.#send(raised)
    }
  }

  async #send(raised: RaisedEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(raised))
    const deliveryId = randomUUID()
    for (let copies = this.random.pick([1, 1, 2]); copies > 0; copies -= 1) {
      const signedAt = Math.floor(this.host.now.getTime() / 1_000)
      const receipt = await receiveDelivery(receiver, {
        connectionId: this.ctx.connectionId,
        deliveryId,
        signature: signatureHeader([SIGNING_SECRET], signedAt, body),
        body,
      })
      expect(receipt.ok).toBe(true)
    }
  }

  async step(): Promise<void> {
    const step = this.random.weighted<() => unknown>([
      [() => this.act(), 6],
      [() => this.deliver(), 3],
      [() => this.work(), 2],
      // A slice of one page.
      [() => this.work(0), 1],
      [() => fetchDueObjects(dashboard), 2],
      [() => watchRecent(this.ctx).then(() => pollWatched(dashboard)), 1],
      [() => queueReconciles(dashboard), 1],
      [() => requestReconcile(this.ctx), 1],
      [() => this.pass(600_000), 1],
    ])
    await step()
  }

  /** Works on one run, for `sliceMs` or to its end. */
  async work(sliceMs = 20_000): Promise<boolean> {
    await this.ctx.db.query({
      text: `UPDATE dashboard.sync_run SET lease_until = NULL WHERE state = 'QUEUED'`,
    })
    return workOneRun(dashboard, { ...worker, sliceMs })
  }

  /** Fetches the objects that follow from events. */
  async fetchFollowing(): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      await fetchDueObjects(dashboard)
      const { rows } = await this.ctx.db.query({ text: 'SELECT 1 FROM dashboard.object_fetch' })
      if (rows.length === 0) return
      this.pass(7_000)
    }
    throw new Error('the fetches do not come to rest')
  }

  /** Works until nothing is due. */
  async settle(): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const worked = await this.work()
      // Runs come first: the objects that follow from their corrections are not named.
      const fetched = worked ? 0 : await fetchDueObjects(dashboard)
      // A run or a fetch may wait for the end of a pause.
      const { rows } = await this.ctx.db.query({
        text: `SELECT FROM dashboard.object_fetch UNION ALL SELECT FROM dashboard.sync_run WHERE finished_at IS NULL`,
      })
      if (!worked && fetched === 0 && rows.length === 0) return
      this.pass(7_000)
    }
    throw new Error('the sync does not come to rest')
  }
}

test.each(seeds)(
  'after storm %i and one comparison the mirror equals the host, and the corrected objects are named',
  async (seed) => {
    dashboard.setNow(NOON)
    const host = await externalHost()
    const ctx = await dashboard.owner(host, `owner${seed}@aurora.test`)
    const storm = new Storm(ctx, host, seed)
    storm.life.fillHistory(HISTORY_ACTS)
    for (let odd = 0; odd < HISTORY_ODD; odd += 1) storm.life.actOddly()
    host.fault = randomFaults(storm.random, TROUBLED_SHARE)
    // Another action happens, and time passes, while a response is in flight.
    host.meanwhile = async () => {
      if (storm.random.chance(0.1)) storm.act()
    }
    for (let steps = 0; steps < STEPS; steps += 1) await storm.step()

    host.meanwhile = async () => {}
    storm.life.heal()
    await storm.settle()
    while ((await mirrorHealth(ctx)).state !== 'live') {
      storm.pass(600_000)
      await requestReconcile(ctx)
      await storm.settle()
    }
    for (let acts = 0; acts < LAST_ACTS; acts += 1) storm.act()
    await storm.deliver()
    // The objects that they fetch are no corrections of the comparison.
    await storm.fetchFollowing()
    storm.pass(120_000)
    const expected = hostObjects(host)
    const odd = unreadableObjects(host)
    const before = await mirroredObjects(ctx)
    const { id } = await requestReconcile(ctx)
    await storm.settle()

    await expectEqual(ctx, expected, odd)
    const { last_sync } = await mirrorHealth(ctx)
    expect(last_sync).toMatchObject({ id, state: 'DONE', corrected: differences(before, expected) })

    // Events that arrive later change nothing.
    while (storm.waiting.length > 0) await storm.deliver()
    await storm.settle()
    await expectEqual(ctx, expected, odd)
  },
  60_000,
)
