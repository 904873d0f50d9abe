import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import { Random } from '@/prisma/demo/random'
import { childProgram, type StartedProcess } from '@/test/factories/child-process'
import { type CrashPlan, NO_CONNECTION_EXIT_CODE } from '@/test/factories/crash-tap'
import { readClock } from '@/test/factories/shared-clock'
import { type ChargingMember, chargingMembers } from '@/test/fixtures/charging-members'
import type { ChargeRow } from './charge-row'
import { attachPayment, releaseCharge } from './close-case'
import { sendCharge } from './send-charge'

/** Charges from two tabs (docs/charging.md): `CHARGES=200 npx vitest run …/random-kills.test.ts`. */
const CHARGES = Number(process.env.CHARGES ?? 6)
const SEED = Number(process.env.SEED ?? 1)
/** Odds of a kill at one point, one in so many; a charge passes about forty points in a tab, and twenty in the API. */
const ODDS = { tab: 150, api: 120, worker: 60 }
/** Charges that a tab makes before it restarts. */
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
  `${CHARGES} charges from two tabs collect as often as they are paid, while tabs, API and worker are killed at random`,
  async () => {
    const random = new Random(SEED)
    const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), since: Date.now(), speed: SPEED }
    const api = await openCrashingApi(3, { clock })
    const forms = Array.from({ length: CHARGES }, () => random.pick(api.members).form())
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

    // Both tabs submit every form, and die in their first charge, then at random.
    const tab = async (firstPoint: string) => {
      let death: Partial<CrashPlan> = { point: firstPoint }
      const waiting = random.shuffled(forms)
      while (waiting.length > 0) {
        const task = { forms: waiting.slice(0, AT_ONCE), leaseMs: SHORT_MS, ...death }
        const ended = await start(taskOf(task)).ended
        death = chance(ODDS.tab)
        if (ended === 0) waiting.splice(0, AT_ONCE)
        else count('tab', ended)
      }
      openTabs -= 1
    }
    const taskOf = (more: Parameters<ChargingMember['task']>[0]) => first(api.members).task(more)
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
    const untilOver = async () => {
      while (!isOver) await setTimeout(POLL_MS)
    }
    const member = async () => {
      for (;;) {
        await reconcile(() => readClock(clock))
        const charges = (await Promise.all(api.members.map(closeCases))).flat()
        isOver = openTabs === 0 && charges.every(({ state }) => state === 'PAID' || state === 'RELEASED')
        if (isOver) return
        await setTimeout(POLL_MS)
      }
    }
    await Promise.all([
      ...[tab('committed notify-charge'), tab('calling'), member()],
      keepAlive('api', () => api.start({ clock, leaseMs: SHORT_MS, ...chance(ODDS.api) })),
      keepAlive('worker', async () =>
        start(taskOf({ isEndless: true, leaseMs: SHORT_MS, ...chance(ODDS.worker) })),
      ),
    ])

    const charges = (await Promise.all(api.members.map((chargingMember) => chargingMember.charges()))).flat()
    const paid = charges.filter(({ state }) => state === 'PAID')
    const captures = await Promise.all(api.members.map((chargingMember) => chargingMember.captures()))
    const captured = captures.reduce((sum, count) => sum + count, 0)
    if (process.env.CHARGES)
      console.log({ kills, charges: charges.length, paid: paid.length, captured, ...closedBy(charges) })
    expect(unexpected).toEqual([])
    expect(kills.tab).toBeGreaterThan(0)
    expect(paid).toHaveLength(CHARGES)
    expect(new Set(paid.map(({ payment_id }) => payment_id)).size).toBe(CHARGES)
    expect(captured).toBe(CHARGES)
  },
  TIMEOUT_MS * (1 + CHARGES / AT_ONCE),
)

/** Closes a customer's open cases as a member would, and charges again if nothing was collected. Returns all charges. */
async function closeCases(chargingMember: ChargingMember): Promise<ChargeRow[]> {
  const { ctx, amount } = chargingMember
  const charges = await chargingMember.charges()
  for (const { id, state, payment_id, replaces } of charges) {
    try {
      if (state === 'UNRESOLVED') await closeCase(chargingMember, id, payment_id)
      if (state === 'DRAFT' && replaces !== null)
        await sendCharge(ctx, { id, confirmed_amount: amount }, { leaseMs: SHORT_MS })
    } catch (error) {
      // The API is down, its payment is pending, or the other tab is charging.
      if (!isHostError(error) && !(error instanceof Refusal)) throw error
    }
  }
  return charges
}

async function closeCase({ ctx }: ChargingMember, id: string, paymentId: string | null): Promise<void> {
  try {
    await releaseCharge(ctx, { id })
  } catch (error) {
    if (!(error instanceof Refusal) || paymentId === null) throw error
    await attachPayment(ctx, { id, payment_id: paymentId })
  }
}

function closedBy(charges: readonly ChargeRow[]) {
  const released = charges.filter(({ state }) => state === 'RELEASED').length
  return { released, attempts: charges.reduce((sum, { attempts }) => sum + attempts, 0) }
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('there is none')
  return item
}
