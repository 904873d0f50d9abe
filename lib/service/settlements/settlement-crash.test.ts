import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import type { Bank } from '@/lib/service/bank/port'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import {
  HARNESS_LEASE_MS,
  openSettlementHarness,
  type SettlementHarness,
} from '@/test/factories/settlement-harness'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import type { Tap } from '@/test/factories/tapped-database'

const NOON = new Date('2026-11-10T17:00:00.000Z')

class Killed extends Error {}

/**
 * A process is killed, or paused while another one does its work, at every point that it passes: before and after each
 * statement, after each commit, before and after each message to the bank. Uncommitted work is lost.
 */
describe('settlements survive crashes and pauses of workers', { timeout: 120_000 }, () => {
  let testDatabase: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database

  beforeAll(async () => {
    testDatabase = await openSimulatedClockDatabase()
    database = testDatabase.database
    await transferDelay(database, 0)
  })
  afterAll(() => testDatabase.close())

  /** Creates two days of waiting payments. */
  async function openDay(): Promise<SettlementHarness> {
    const harness = await openSettlementHarness({ database, start: NOON })
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.collect(2_000)
    harness.passHours(24)
    return harness
  }

  const tappedBank =
    (tap: Tap) =>
    (bank: Bank): Bank => ({
      async status(reference, signal) {
        await tap('before bank status', false)
        const answer = await bank.status(reference, signal)
        await tap('after bank status', false)
        return answer
      },
      async send(order, signal) {
        await tap('before bank send', false)
        const answer = await bank.send(order, signal)
        await tap('after bank send', false)
        return answer
      },
    })

  const generation = (harness: SettlementHarness, tap: Tap): Promise<unknown> => harness.settle({ tap })
  const transfer = (harness: SettlementHarness, tap: Tap): Promise<unknown> =>
    harness.transfer({ tap, wrapBank: tappedBank(tap) })

  /** Returns every point that an undisturbed run passes, in order. */
  async function pointsOf(
    work: typeof generation,
    prepare: (harness: SettlementHarness) => Promise<unknown>,
  ): Promise<string[]> {
    const points: string[] = []
    const harness = await openDay()
    await prepare(harness)
    await work(harness, (point) => void points.push(point))
    return points
  }

  const passLease = () =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [HARNESS_LEASE_MS + 1],
    })

  /** Runs another process later: leases have passed, and every waiting transfer is due. */
  async function others(harness: SettlementHarness): Promise<void> {
    await harness.settle()
    await passLease()
    harness.passHours(1)
    await harness.transfer()
  }

  async function expectOnce(harness: SettlementHarness, point: string): Promise<void> {
    const settlements = await harness.settlements()
    expect(
      settlements.map(({ status, payment_count, net_minor }) => [status, payment_count, net_minor]),
      point,
    ).toEqual([
      ['PAID', 1, 9_680],
      ['PAID', 1, 1_912],
    ])
    const { rows } = await database
      .as('checkout_bank')
      .query<{ reference: string; status: string; amount_minor: number }>({
        text: 'SELECT reference, status, amount_minor FROM test_bank.transfer WHERE reference = ANY ($1)',
        values: [settlements.map(({ id }) => id)],
      })
    expect(rows.map(({ status, amount_minor }) => [status, amount_minor]).toSorted(), point).toEqual([
      ['SENT', 1_912],
      ['SENT', 9_680],
    ])
    expect((await harness.events()).toSorted(), point).toEqual([
      'settlement.created',
      'settlement.created',
      'settlement.paid',
      'settlement.paid',
    ])
    expect(await harness.balance(), point).toEqual({
      available: 0,
      debt: 0,
      in_transit: 0,
      paid_out: 11_592,
      waiting: 0,
    })
  }

  const works = [
    { name: 'generation', work: generation, prepare: async () => {} },
    { name: 'transfer', work: transfer, prepare: (harness: SettlementHarness) => harness.settle() },
  ]

  it.each(works)('$name survives a kill at every point', async ({ work, prepare }) => {
    const points = await pointsOf(work, prepare)
    expect(points.length).toBeGreaterThan(15)
    for (const [at, point] of points.entries()) {
      const harness = await openDay()
      await prepare(harness)
      let passed = 0
      let dead = false
      const died = await work(harness, () => {
        // A dead process sends nothing more, on any of its connections.
        if (dead || passed === at) {
          dead = true
          throw new Killed(point)
        }
        passed += 1
      }).catch((error: unknown) => error)
      expect(String(died), point).toContain(point)
      await harness.balance()
      await others(harness)
      await expectOnce(harness, `killed ${at}: ${point}`)
    }
    expect(await checkCoherence({ database })).toEqual([])
  })

  it.each(works)(
    '$name survives a pause at every point while others do its work',
    async ({ work, prepare }) => {
      const points = await pointsOf(work, prepare)
      for (const [at, point] of points.entries()) {
        const harness = await openDay()
        await prepare(harness)
        let passed = 0
        let meanwhile: Promise<void> | undefined
        await work(harness, async (_, inTransaction) => {
          if (passed++ !== at) return
          meanwhile = others(harness)
          // Others that wait for the transaction's locks do the rest after it; without locks they do everything first.
          if (!inTransaction) await meanwhile
        })
        await meanwhile
        await others(harness)
        await expectOnce(harness, `paused ${at}: ${point}`)
      }
      expect(await checkCoherence({ database })).toEqual([])
    },
  )
})
