import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { childProgram, type StartedProcess } from '@/test/factories/child-process'
import { type CrashPlan, NO_CONNECTION_EXIT_CODE } from '@/test/factories/crash-tap'
import type { DashboardTask } from '@/test/factories/crashing-dashboard'
import { readClock } from '@/test/factories/shared-clock'
import { chargingMembers } from '@/test/fixtures/charging-members'

/** Refunds from two tabs (docs/refunds.md): `REFUNDS=200 npx vitest run …/random-kills.test.ts`. */
const REFUNDS = Number(process.env.REFUNDS ?? 6)
const SEED = Number(process.env.SEED ?? 1)
/** Odds of a kill at one point, one in so many; a refund passes about thirty points in a tab, and fifteen in the API. */
const ODDS = { tab: 120, api: 90, worker: 60 }
/** Refunds that a tab makes before it restarts. */
const AT_ONCE = 5
/** Length of a lease, short enough to expire during the test. */
const SHORT_MS = 1_000
/** Factor by which the worker's pauses are shortened. */
const SPEED = 10
const POLL_MS = 50
const TIMEOUT_MS = 60_000

const start = childProgram('crashing-dashboard')
const { openCrashingApi, reconcile } = await chargingMembers()

test(
  `${REFUNDS} refunds from two tabs are in the bank’s books as often as they are shown, while tabs, API and worker are killed at random`,
  async () => {
    const random = new Random(SEED)
    const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), since: Date.now(), speed: SPEED }
    const api = await openCrashingApi(3, { clock })
    const { members } = api
    const payments = await Promise.all(members.map((member) => member.pay()))
    // Every refund has its own amount, by which the bank's books show it.
    const forms = Array.from({ length: REFUNDS }, (_, index) => ({
      ...{ form_token: `form-token-${index}`, payment_id: payments[index % payments.length] ?? '' },
      amount: (index + 1) / 100,
    }))
    const chance = (odds: number) => ({ chance: { seed: random.int(0, 2 ** 31), odds } })
    const kills = { tab: 0, api: 0, worker: 0, errors: 0 }
    const unexpected: (string | number | null)[] = []
    // A process that gets no connection from a busy Postgres exits by itself: no outcome may depend on the way it ends.
    const count = (name: 'tab' | 'api' | 'worker', ended: string | number | null) => {
      if (ended === 'SIGKILL') kills[name] += 1
      else if (ended === NO_CONNECTION_EXIT_CODE) kills.errors += 1
      else unexpected.push(ended)
    }
    let isOver = false
    let openTabs = 2
    const taskOf = (more: Partial<DashboardTask>) => {
      if (!members[0]) throw new Error('there is no member')
      return members[0].task({ leaseMs: SHORT_MS, ...more })
    }

    // Both tabs submit every form, and die in their first refund, then at random.
    const tab = async (firstPoint: string) => {
      let death: Partial<CrashPlan> = { point: firstPoint }
      const waiting = random.shuffled(forms)
      while (waiting.length > 0) {
        const ended = await start(taskOf({ forms: waiting.slice(0, AT_ONCE), ...death })).ended
        death = chance(ODDS.tab)
        if (ended === 0) waiting.splice(0, AT_ONCE)
        else count('tab', ended)
      }
      openTabs -= 1
    }
    const untilOver = async () => {
      while (!isOver) await setTimeout(POLL_MS)
    }
    /** Restarts a process whenever it dies, until the end of the test. */
    const keepAlive = async (name: 'api' | 'worker', begin: () => Promise<StartedProcess>) => {
      while (!isOver) {
        const started = await begin()
        const over = untilOver().then(() => void started.process.kill('SIGKILL'))
        const ended = await started.ended
        if (!isOver) count(name, ended)
        void over
      }
    }
    const refunds = async () => (await Promise.all(members.map((member) => member.refunds()))).flat()
    const watch = async () => {
      while (!isOver) {
        await reconcile(() => readClock(clock))
        isOver = openTabs === 0 && (await refunds()).every(({ state }) => state === 'SUCCEEDED')
        await setTimeout(POLL_MS)
      }
    }
    await Promise.all([
      ...[tab('committed notify-refund'), tab('calling'), watch()],
      keepAlive('api', () => api.start({ clock, leaseMs: SHORT_MS, ...chance(ODDS.api) })),
      keepAlive('worker', async () => start(taskOf({ isEndless: true, ...chance(ODDS.worker) }))),
    ])

    const shown = await refunds()
    const booked = (await Promise.all(members.map((member) => member.refunded()))).flat()
    if (process.env.REFUNDS)
      console.log({ kills, refunds: shown.length, booked: booked.length, attempts: sum(shown) })
    expect(unexpected).toEqual([])
    expect(kills.tab).toBeGreaterThan(0)
    expect(shown).toHaveLength(REFUNDS)
    expect(new Set(shown.map(({ host_refund_id }) => host_refund_id)).size).toBe(REFUNDS)
    expect(booked.toSorted((a, b) => a - b)).toEqual(forms.map((_, index) => index + 1))
  },
  TIMEOUT_MS * (1 + REFUNDS / AT_ONCE),
)

function sum(refunds: readonly { attempts: number }[]): number {
  return refunds.reduce((total, { attempts }) => total + attempts, 0)
}
