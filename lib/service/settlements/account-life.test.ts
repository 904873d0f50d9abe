import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { setSettlementSchedule } from '@/lib/service/accounts/change-account'
import { type Bank, BankUnreachable } from '@/lib/service/bank/port'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import {
  HARNESS_LEASE_MS,
  openSettlementHarness,
  type SettlementHarness,
} from '@/test/factories/settlement-harness'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import type { Tap } from '@/test/factories/tapped-database'
import { periodOf } from './generate-settlement'

/** Number of simulated accounts; LIVES in the environment sets more. */
const LIVES = Number(process.env.LIVES ?? 30)
const STEPS_MAX = 30
const START = new Date('2026-03-02T12:00:00.000Z')

type Step =
  | { do: 'collect'; amountMinor: number }
  | { do: 'collect late'; amountMinor: number }
  | { do: 'fees'; percent: number; fixed: number }
  | { do: 'pass'; hours: number }
  | { do: 'schedule'; schedule: 'daily' | 'weekly' }
  | { do: 'bank account'; number: string }
  | { do: 'settle'; workers: number; crashAt: number | null }
  | { do: 'transfer'; workers: number; crashAt: number | null; line: 'fine' | 'deaf' | 'unheard' }

const crashAt = fc.option(fc.integer({ min: 0, max: 25 }), { freq: 2 })
const workers = fc.integer({ min: 1, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('collect' as const),
      // Many amounts are so small that the fixed fee exceeds them, some are as large as possible.
      amountMinor: fc.oneof(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 51, max: 50_000 }),
        fc.constant(999_999_999),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('collect late' as const),
      amountMinor: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fees' as const),
      percent: fc.constantFrom(0, 2.9, 33.3333, 100),
      fixed: fc.constantFrom(0, 0.3, 7.77),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 31, max: 400 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      schedule: fc.constantFrom('daily' as const, 'weekly' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bank account' as const),
      number: fc.constantFrom('000123456789', '000111111116', '000999999991', '000111111113'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), workers, crashAt }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      workers,
      crashAt,
      line: fc.constantFrom('fine' as const, 'deaf' as const, 'unheard' as const),
    }),
  },
)

let testDatabase: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
let database: Database

beforeAll(async () => {
  testDatabase = await openSimulatedClockDatabase()
  database = testDatabase.database
})
afterAll(() => testDatabase.close())

it('the money of an account adds up after every step of its life', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: STEPS_MAX }),
      fc.constantFrom('America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kathmandu'),
      fc.constantFrom('USD', 'CLP', 'KWD'),
      async (steps, timezone, currency) => {
        const harness = await openSettlementHarness({ database, start: START, timezone, currency })
        let collected = 0
        for (const one of steps) {
          collected += one.do === 'collect' ? 1 : one.do === 'collect late' ? 2 : 0
          await live(harness, one)
          await harness.balance()
        }
        // At the end every transfer that may leave leaves, once.
        await harness.name('000123456789')
        harness.passHours(24 * 8)
        await harness.settle()
        await passLease()
        for (let round = 0; round < 3; round += 1) {
          harness.passHours(2)
          await harness.transfer()
        }
        const { in_transit, waiting } = await harness.balance()
        expect({ in_transit, waiting }).toEqual({ in_transit: 0, waiting: 0 })
        const settlements = await harness.settlements()
        expect(settlements.reduce((sum, { payment_count }) => sum + payment_count, 0)).toBe(collected)
        const events = await harness.events()
        const countOf = (kind: string) => events.filter((event) => event === kind).length
        expect(countOf('settlement.created')).toBe(settlements.length)
        expect(countOf('settlement.paid')).toBe(settlements.filter(({ status }) => status === 'PAID').length)
        expect(await checkCoherence({ database })).toEqual([])
      },
    ),
    { numRuns: LIVES },
  )
})

const passLease = () =>
  database.as('checkout_system').query({
    text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
    values: [HARNESS_LEASE_MS + 1],
  })

async function live(harness: SettlementHarness, one: Step): Promise<void> {
  switch (one.do) {
    case 'collect':
      await harness.collect(one.amountMinor)
      return
    case 'collect late': {
      // The payment is approved at the end of its day, with another one, and committed while that day is settled.
      const { end } = periodOf(harness.now(), { timezone: harness.timezone, schedule: 'daily' })
      harness.setNow(new Date(end.getTime() - 10 * 60_000))
      await harness.collect(one.amountMinor)
      const tap: Tap = async (point) => {
        if (point !== 'inside book-approved-payment') return
        harness.passHours(0.5)
        await harness.settle()
      }
      await harness.collect(one.amountMinor, { tap })
      return
    }
    case 'fees': {
      const { percent, fixed } = one
      const change = {
        ...operator(harness),
        percent,
        fixed: harness.currency === 'CLP' ? Math.round(fixed) : fixed,
      }
      await setAccountFees(database.as('checkout_system'), change, harness.now())
      return
    }
    case 'pass':
      harness.passHours(one.hours)
      await passLease()
      return
    case 'schedule':
      await setSettlementSchedule(
        database.as('checkout_system'),
        { ...operator(harness), schedule: one.schedule },
        harness.now(),
      )
      return
    case 'bank account':
      await harness.name(one.number)
      return
    case 'settle':
      await crew(one, (tap) => harness.settle({ tap }))
      return
    case 'transfer':
      await crew(one, (tap) => harness.transfer({ tap, wrapBank: (bank) => broken(bank, one.line) }))
  }
}

const operator = (harness: SettlementHarness) => ({
  accountId: harness.accountId,
  actor: { kind: 'operator' } as const,
})

class Killed extends Error {}

/** Runs the same work in several processes, the first of which dies on the way. */
async function crew(
  { workers: number, crashAt: at }: { workers: number; crashAt: number | null },
  work: (tap: Tap) => Promise<unknown>,
): Promise<void> {
  let passed = 0
  const dying: Tap = () => {
    if (at !== null && passed++ >= at) throw new Killed('killed')
  }
  const ends = await Promise.allSettled(
    Array.from({ length: number }, (_, index) => work(index === 0 ? dying : () => {})),
  )
  for (const end of ends)
    if (end.status === 'rejected' && !String(end.reason).includes('killed')) throw end.reason
}

function broken(bank: Bank, line: 'fine' | 'deaf' | 'unheard'): Bank {
  if (line === 'fine') return bank
  const lost = () => Promise.reject(new BankUnreachable('the line is broken'))
  return {
    status: lost,
    send: async (order, signal) => {
      if (line === 'deaf') await bank.send(order, signal)
      return lost()
    },
  }
}
