import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Random } from '@/prisma/demo/random'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import type { BankUnderTest } from './bank-under-test'
import { openPostgresBank } from './postgres-bank'
import { openPostgresStore } from './postgres-store'
import { describeBreach } from './replay'
import { LEASE_MS, type SimulationOptions, simulate } from './simulate'
import type { StoreContents } from './store-under-test'
import { START_MS } from './world'

/** Number of runs on the real store and the real test bank. */
const SEEDS = Number(process.env.SIM_PG_SEEDS ?? 200)
/** Share of these runs with concurrent steps, so that Postgres decides their order. */
const CONCURRENT = { share: 0.5, steps: 4 }
const TIMEOUT_MS_PER_RUN = 5_000
const OPENED_AT = new Date(START_MS - 86_400_000)

const dice = (seed: number) => new Random(seed)
const together = Math.round(SEEDS * CONCURRENT.share)
/** SIM_SEED=n runs only that seed, in both ways. */
const ONE_SEED = process.env.SIM_SEED
const seedsFrom = (first: number, count: number) =>
  ONE_SEED === undefined ? Array.from({ length: count }, (_, index) => first + index) : [Number(ONE_SEED)]

let database: Database
let close: () => Promise<void>
let bank: BankUnderTest

beforeEach(async () => {
  ;({ database, close } = await openSimulatedClockDatabase())
  bank = await openPostgresBank(database, OPENED_AT)
})
afterEach(() => close())

async function simulateOnPostgres(seed: number, options: Partial<SimulationOptions> = {}) {
  const store = await openPostgresStore({ database, leaseMs: LEASE_MS, openedAt: OPENED_AT })
  const { customerId } = store
  const result = await simulate({ seed, dice, store, bank, customerId, traced: true, ...options })
  return { ...result, contents: withoutIds(result.contents, customerId) }
}

/** Returns the contents without the customer's id, which is new in each run; responses and events contain it. */
function withoutIds(contents: StoreContents, customerId: string): unknown {
  return JSON.parse(JSON.stringify(contents).replaceAll(customerId, 'cus_simulated'))
}

test(`${SEEDS - together} runs on Postgres equal those in memory step by step`, {
  timeout: 30_000 + SEEDS * TIMEOUT_MS_PER_RUN,
}, async () => {
  for (const seed of seedsFrom(1, SEEDS - together)) {
    const [real, twin] = [await simulateOnPostgres(seed), await simulate({ seed, dice, traced: true })]
    expect(describeBreach(seed, real)).toBeNull()
    expect(real.trace, `the trace of seed ${seed}`).toEqual(twin.trace)
    expect(real.contents, `what seed ${seed} leaves`).toEqual(twin.contents)
  }
})

test(`${together} runs with concurrent steps on Postgres violate no invariant`, {
  timeout: 30_000 + SEEDS * TIMEOUT_MS_PER_RUN,
}, async () => {
  for (const seed of seedsFrom(SEEDS - together + 1, together)) {
    const result = await simulateOnPostgres(seed, { concurrentSteps: CONCURRENT.steps })
    expect(describeBreach(seed, result)).toBeNull()
  }
})
