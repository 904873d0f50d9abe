import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import { Random } from '@/prisma/demo/random'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import type { TestDatabase } from '@/test/test-database'
import type { BankUnderTest } from './bank-under-test'
import { openPostgresStore } from './postgres-store'
import { describeBreach } from './replay'
import { LEASE_MS, simulate } from './simulate'
import { openStripeBank } from './stripe-bank'
import { START_MS } from './world'

/** Number of runs: `SIM_STRIPE_SEEDS=500 npx vitest run test/simulation/simulation-stripe.test.ts`. */
const SEEDS = Number(process.env.SIM_STRIPE_SEEDS ?? 40)
const CONCURRENT_STEPS = 4
const TIMEOUT_MS_PER_RUN = 5_000

let database: Database
let close: TestDatabase['drop']
let double: StripeDouble
let bank: BankUnderTest

beforeAll(async () => {
  ;({ database, close } = await openSimulatedClockDatabase())
  double = await startStripeDouble()
  bank = await openStripeBank(database, double)
})
afterAll(async () => {
  const stripe = openStripe({ STRIPE_SECRET_KEY: double.secretKey, STRIPE_API_BASE: double.url })
  await close({ books: new StripeProcessor(database, { stripe }) })
  await double.close()
})

test(`${SEEDS} runs with concurrent steps over Stripe violate no invariant and capture nothing twice`, {
  timeout: 30_000 + SEEDS * TIMEOUT_MS_PER_RUN,
}, async () => {
  const openedAt = new Date(START_MS - 86_400_000)
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const store = await openPostgresStore({ database, leaseMs: LEASE_MS, openedAt })
    const { customerId } = store
    const dice = (number: number) => new Random(number)
    const result = await simulate({
      ...{ seed, dice, store, bank, customerId, traced: true },
      concurrentSteps: seed % 2 === 0 ? CONCURRENT_STEPS : 1,
    })
    expect(describeBreach(seed, result)).toBeNull()
  }
  expect(double.books.doubleCaptures()).toEqual([])
  expect(double.books.intents().some(({ captures }) => captures === 1)).toBe(true)
})
