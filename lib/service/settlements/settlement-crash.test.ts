import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import type { Bank } from '@/lib/service/bank/port'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openDrivenDatabase } from '@/test/factories/driven-database'
import type { Tap } from '@/test/factories/tapped-database'
import { openTill, TILL_LEASE_MS, type Till } from '@/test/factories/till'

const NOON = new Date('2026-11-10T17:00:00.000Z')

class Killed extends Error {}

/**
 * A process is killed, or paused while another one does its work, at every point that it passes: before and after each
 * statement, after each commit, before and after each message to the bank. Uncommitted work is lost.
 */
describe('settlements survive crashes and pauses of workers', { timeout: 120_000 }, () => {
  let driven: Awaited<ReturnType<typeof openDrivenDatabase>>
  let database: Database

  beforeAll(async () => {
    driven = await openDrivenDatabase()
    database = driven.database
    await transferDelay(database, 0)
  })
  afterAll(() => driven.close())

  /** Creates two days of waiting payments. */
  async function openDay(): Promise<Till> {
    const till = await openTill({ database, start: NOON })
    await till.collect(10_000)
    till.passHours(24)
    await till.collect(2_000)
    till.passHours(24)
    return till
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

  const generation = (till: Till, tap: Tap): Promise<unknown> => till.settle({ tap })
  const transfer = (till: Till, tap: Tap): Promise<unknown> =>
    till.transfer({ tap, wrapBank: tappedBank(tap) })

  /** Returns every point that an undisturbed run passes, in order. */
  async function pointsOf(
    work: typeof generation,
    prepare: (till: Till) => Promise<unknown>,
  ): Promise<string[]> {
    const points: string[] = []
    const till = await openDay()
    await prepare(till)
    await work(till, (point) => void points.push(point))
    return points
  }

  const passLease = () =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [TILL_LEASE_MS + 1],
    })

  /** Runs another process later: leases have passed, and every waiting transfer is due. */
  async function others(till: Till): Promise<void> {
    await till.settle()
    await passLease()
    till.passHours(1)
    await till.transfer()
  }

  async function expectOnce(till: Till, point: string): Promise<void> {
    const settlements = await till.settlements()
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
    expect((await till.events()).toSorted(), point).toEqual([
      'settlement.created',
      'settlement.created',
      'settlement.paid',
      'settlement.paid',
    ])
    expect(await till.balance(), point).toEqual({
      available: 0,
      debt: 0,
      in_transit: 0,
      paid_out: 11_592,
      waiting: 0,
    })
  }

  const works = [
    { name: 'generation', work: generation, prepare: async () => {} },
    { name: 'transfer', work: transfer, prepare: (till: Till) => till.settle() },
  ]

  it.each(works)('$name survives a kill at every point', async ({ work, prepare }) => {
    const points = await pointsOf(work, prepare)
    expect(points.length).toBeGreaterThan(15)
    for (const [at, point] of points.entries()) {
      const till = await openDay()
      await prepare(till)
      let passed = 0
      let dead = false
      const died = await work(till, () => {
        // A dead process sends nothing more, on any of its connections.
        if (dead || passed === at) {
          dead = true
          throw new Killed(point)
        }
        passed += 1
      }).catch((error: unknown) => error)
      expect(String(died), point).toContain(point)
      await till.balance()
      await others(till)
      await expectOnce(till, `killed ${at}: ${point}`)
    }
    expect(await checkCoherence({ database })).toEqual([])
  })

  it.each(works)(
    '$name survives a pause at every point while others do its work',
    async ({ work, prepare }) => {
      const points = await pointsOf(work, prepare)
      for (const [at, point] of points.entries()) {
        const till = await openDay()
        await prepare(till)
        let passed = 0
        let meanwhile: Promise<void> | undefined
        await work(till, async (_, inTransaction) => {
          if (passed++ !== at) return
          meanwhile = others(till)
          // Others that wait for the transaction's locks do the rest after it; without locks they do everything first.
          if (!inTransaction) await meanwhile
        })
        await meanwhile
        await others(till)
        await expectOnce(till, `paused ${at}: ${point}`)
      }
      expect(await checkCoherence({ database })).toEqual([])
    },
  )
})
