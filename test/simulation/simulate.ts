import { driveTimeouts } from './bank-network'
import type { BankUnderTest } from './bank-under-test'
import { sendCharge } from './charge-requests'
import { type Dice, FaultInjector } from './fault-injector'
import { checkInvariants } from './invariants'
import { Journal } from './journal'
import { MemoryBank } from './memory-bank'
import { MemoryStore } from './memory-store'
import { runReconciler } from './reconcilers'
import { refundPayments, sendRefund } from './refund-requests'
import type { SeededBug } from './seeded-bug'
import { chargeSavedCard, payLink } from './simulated-clients'
import type { StoreContents, StoreUnderTest } from './store-under-test'
import { Timeline } from './timeline'
import { START_MS, type World } from './world'

export const LEASE_MS = 30_000
/** Share of the runs with refunds. */
const REFUNDS = 0.4
const SPREADS_MS = [300, 3_000, 20_000]
/** Longer than any retention of keys. */
const REPLAY_AFTER_MS = 400 * 86_400_000

export interface SimulationOptions {
  seed: number
  dice: (seed: number) => Dice
  /** Counts of events over many runs: `<step> <fault>`, `ends <status>`. */
  coverage?: Map<string, number>
  bug?: SeededBug | null
  /** Store; in memory by default. */
  store?: StoreUnderTest
  bank?: BankUnderTest
  /** Customer of the store. */
  customerId?: string
  traced?: boolean
  /** Concurrent steps on the store; with more than one a run cannot be repeated exactly. */
  concurrentSteps?: number
}

export interface SimulationResult {
  violations: readonly string[]
  trace: readonly string[]
  contents: StoreContents
}

/**
 * Simulates one run: links, payers, merchants and reconcilers with the real charge protocol over a store and a bank, with
 * the faults of the seed, until everything is at rest; then checks the invariants. The same seed gives the same run.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const world = openWorld(options)
  const { timeline, store, journal } = world
  const restoreTimeouts = driveTimeouts()
  const beforeWork = (nowMs: number) => store.setClock(START_MS + nowMs)
  try {
    await beforeWork(0)
    await startClients(world)
    await timeline.run(beforeWork)
    await replayAll(world, beforeWork)
  } catch (error) {
    journal.violate(`the simulation fell: ${error instanceof Error ? error.stack : error}`)
  } finally {
    restoreTimeouts()
  }
  const contents = await checkInvariants(world)
  return { violations: journal.violations, trace: timeline.trace, contents }
}

function openWorld(options: SimulationOptions): World {
  const {
    seed,
    customerId = 'cus_simulated',
    bug = null,
    traced = false,
    concurrentSteps = 1,
    coverage = new Map(),
  } = options
  const dice = options.dice(seed)
  const Store = bug?.store ?? MemoryStore
  let number = 0
  return {
    ...{ seed, dice, bug, customerId, leaseMs: LEASE_MS, busy: 0, spreadMs: dice.pick(SPREADS_MS) },
    timeline: new Timeline({ traced, concurrentSteps }),
    faultInjector: new FaultInjector(dice, coverage),
    journal: new Journal(),
    store:
      options.store ??
      new Store({
        accountId: 'acct_simulated',
        leaseMs: LEASE_MS,
        ...(bug?.refunds ? { Refunds: bug.refunds } : {}),
      }),
    bank: options.bank ?? new MemoryBank(),
    nextNumber: () => ++number,
  }
}

async function startClients(world: World): Promise<void> {
  const { dice } = world
  const links = dice.int(0, 2)
  for (let count = 0; count < links; count++) await openLink(world)
  const merchants = dice.int(links === 0 ? 1 : 0, 2)
  for (let count = 0; count < merchants; count++) start(world, chargeSavedCard(world))
  const desks = dice.chance(REFUNDS) ? dice.int(1, 2) : 0
  for (let count = 0; count < desks; count++) start(world, refundPayments(world))
  const reconcilers = dice.int(1, 2)
  for (let count = 0; count < reconcilers; count++) void runReconciler(world)
}

async function openLink(world: World): Promise<void> {
  const { dice, store, journal, timeline, seed } = world
  const id = `pl_${seed}_${world.nextNumber()}`
  const amountMinor = dice.int(1, 90_000)
  const maxUses = dice.pick([1, 1, 2, null])
  const expiresAt = dice.chance(0.2) ? new Date(START_MS + dice.int(1_000, 60_000)) : null
  if (expiresAt) journal.linkExpiry.set(id, expiresAt)
  await store.newLink({ id, amountMinor, maxUses, expiresAt })
  const payers = dice.int(1, 4)
  for (let count = 0; count < payers; count++) start(world, payLink(world, id, amountMinor))
  if (!dice.chance(0.3)) return
  timeline.workAt(dice.int(0, 60_000), async () => {
    const cancelled = await store.cancelLink(id, new Date(START_MS + timeline.nowMs))
    timeline.note(() => `cancel ${id} -> ${cancelled}`)
    if (cancelled) journal.cancelledLinks.add(id)
    return () => {}
  })
}

/** Starts a client; an error that it throws is the simulation's own. */
function start(world: World, client: Promise<void>): void {
  world.busy++
  void client
    .catch((error: unknown) => world.journal.violate(`a client fell: ${error}`))
    .finally(() => {
      world.busy--
    })
}

/** Repeats every client's request long afterwards: the key must have the same response, and nothing may run again. */
async function replayAll(world: World, beforeWork: (nowMs: number) => Promise<void>): Promise<void> {
  const { journal, timeline, store } = world
  const { keys, refundKeys } = await store.contents()
  const kept = new Set(keys.map(({ keyHash }) => keyHash))
  timeline.nowMs += REPLAY_AFTER_MS
  for (const key of journal.keys.filter(({ keyHash }) => kept.has(keyHash.toString('hex'))))
    void sendCharge(world, { key, card: 'approve' })
  const keptRefunds = new Set(refundKeys.map(({ keyHash }) => keyHash))
  for (const key of journal.refundKeys.filter(({ keyHash }) => keptRefunds.has(keyHash.toString('hex'))))
    void sendRefund(world, key)
  await timeline.run(beforeWork)
}
