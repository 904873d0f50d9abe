import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import type { Processor } from '@/lib/service/processor/port'
import type { TestBank } from '@/lib/service/processor/test-bank'
import { Random } from '@/prisma/demo/random'
import { createShop, type Shop } from '@/test/factories/create-shop'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { type Tap, tappedDatabase } from '@/test/factories/tapped-database'
import { refundPayment } from './refund-payment'
import { repeatRefunds } from './repeat-refunds'

const LEASE_MS = 30_000
const AMOUNT_MINOR = 12_050
const cards = {
  succeeded: '4242424242424242',
  declined: '4000000000005126',
  'lost before': '4000000000006009',
  'lost after': '4000000000006017',
} as const
type Card = keyof typeof cards
const allCards = Object.keys(cards) as Card[] // Object.keys forgets the key type.

class Killed extends Error {}

/**
 * A process is killed, or paused while another one does its work, at every point that it passes: before and after each
 * statement, after each commit, before and after the message to the bank. Uncommitted work is lost.
 */
describe('refunds survive crashes and pauses', { timeout: 120_000 }, () => {
  let clock: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database
  let shop: Shop

  beforeAll(async () => {
    clock = await openSimulatedClockDatabase(20)
    database = clock.database
    shop = await createShop({ database })
  })
  afterAll(() => clock.close())

  const passLease = () =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [20 * LEASE_MS],
    })

  async function paid(card: Card): Promise<string> {
    const result = await shop.pay((await shop.newLink()).id, cards[card])
    if (result.kind !== 'attempted') throw new Error(result.kind)
    return result.attempt.paymentId
  }

  /** Refunds as a process that `tap` may end. */
  function refund(paymentId: string, key: string, tap: Tap, amountMinor = AMOUNT_MINOR) {
    const db = tappedDatabase(database, tap).as('checkout_service', shop.ctx.accountId)
    return refundPayment(
      { ctx: { ...shop.ctx, db }, processor: tapped(shop.bank, tap), leaseMs: LEASE_MS },
      {
        paymentId,
        body: { amount: amountMinor / 100 },
        idempotencyKey: key,
        requestId: 'req_1',
        currency: 'USD',
      },
    )
  }

  /** Repeats the due refunds as a process that `tap` may end. */
  const repeat = (tap: Tap = () => {}) =>
    repeatRefunds({
      database: tappedDatabase(database, tap),
      processor: tapped(shop.bank, tap),
      urls: shop.ctx.urls,
      leaseMs: LEASE_MS,
      owner: randomUUID(),
      now: () => new Date(),
      log: pino({ level: 'silent' }),
    })

  /** Repeats later, until nothing is due. */
  async function others(): Promise<void> {
    do await passLease()
    while ((await repeat()) > 0)
  }

  /** Every point that an undisturbed run passes, in order. */
  async function pointsOf(run: (tap: Tap) => Promise<unknown>): Promise<string[]> {
    const points: string[] = []
    await run((point) => void points.push(point))
    return points
  }

  async function expectOnce(paymentId: string, card: Card, point: string): Promise<void> {
    const { rows } = await shop.ctx.db.query({
      text: `SELECT r.status, p.refunded_minor, k.state FROM service.refund r
        JOIN service.payment p ON p.account_id = r.account_id AND p.id = r.payment_id
        JOIN service.idempotency_key k ON k.account_id = r.account_id AND k.refund_id = r.id
        WHERE r.payment_id = $1`,
      values: [paymentId],
    })
    const bank = await database.as('checkout_bank').query<{ status: string; amount_minor: number }>({
      text: 'SELECT status, amount_minor FROM test_bank.refund WHERE payment_reference = $1',
      values: [paymentId],
    })
    const [status, atBank, refunded] =
      card === 'declined' ? ['FAILED', 'DECLINED', 0] : ['SUCCEEDED', 'REFUNDED', AMOUNT_MINOR]
    expect(rows, point).toEqual([{ status, refunded_minor: refunded, state: 'DONE' }])
    expect(bank.rows, point).toEqual([{ status: atBank, amount_minor: AMOUNT_MINOR }])
  }

  it.each(allCards)(
    'a request that is killed at any point ends as one refund, also if its client repeats it (%s)',
    async (card) => {
      const points = await pointsOf(async (tap) => refund(await paid(card), randomUUID(), tap))
      expect(points.length).toBeGreaterThan(10)
      for (const point of points) {
        const [paymentId, key] = [await paid(card), randomUUID()]
        await refund(paymentId, key, killAt(point)).catch(() => {})
        await others()
        await refund(paymentId, key, () => {}).catch(() => {})
        await others()
        await expectOnce(paymentId, card, point)
      }
    },
  )

  it('a request that is paused at any point while others finish its refund moves nothing more', async () => {
    const points = await pointsOf(async (tap) => refund(await paid('succeeded'), randomUUID(), tap))
    for (const point of points) {
      const [paymentId, key] = [await paid('succeeded'), randomUUID()]
      // The bank itself is not paused within its own transaction, and ours would wait for their own locks.
      let met = false
      const tap: Tap = async (reached, inTransaction) => {
        if (reached !== point || met || inTransaction) return
        met = true
        await others()
      }
      await refund(paymentId, key, tap).catch(() => {})
      await others()
      await expectOnce(paymentId, 'succeeded', point)
    }
  })

  it('of 200 refunds at once with deaths at random points each is at the bank as it is shown, and none twice', async () => {
    const random = new Random(43)
    const mortal = (): Tap => {
      let dead = false
      return () => {
        dead ||= random.chance(1 / 30)
        if (dead) throw new Killed()
      }
    }
    const payments = await Promise.all(
      Array.from({ length: 40 }, (_, index) => paid(allCards[index % allCards.length] ?? 'succeeded')),
    )
    const asked = payments.flatMap((paymentId) =>
      Array.from({ length: 5 }, () => ({ paymentId, key: randomUUID() })),
    )
    // Five parts of a third each: at most three of them fit into a payment.
    const part = Math.floor(AMOUNT_MINOR / 3)
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all(
        asked.map(({ paymentId, key }) => refund(paymentId, key, mortal(), part).catch(() => {})),
      )
      await passLease()
      await repeat(mortal()).catch(() => {})
    }
    await others()
    const { rows } = await database.as('checkout_system').query<{ id: string; status: string }>({
      text: 'SELECT id, status FROM service.refund WHERE payment_id = ANY ($1) ORDER BY id',
      values: [payments],
    })
    const bank = await database.as('checkout_bank').query<{ id: string; status: string }>({
      text: `SELECT reference AS id, CASE status WHEN 'REFUNDED' THEN 'SUCCEEDED' WHEN 'DECLINED' THEN 'FAILED' END AS status
        FROM test_bank.refund WHERE payment_reference = ANY ($1) ORDER BY reference`,
      values: [payments],
    })
    expect(rows).toEqual(bank.rows)
    expect(rows.filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(3 * 30)
    const keys = await database.as('checkout_system').query<{ refunds: number }>({
      text: `SELECT count(*)::int AS refunds FROM service.idempotency_key
        WHERE refund_id = ANY ($1) AND state = 'DONE'`,
      values: [rows.map(({ id }) => id)],
    })
    expect(keys.rows[0]?.refunds).toBe(rows.length)
  })

  it('a repetition that is killed at any point ends as one refund', async () => {
    const waiting = async () => {
      const paymentId = await paid('lost before')
      await refund(paymentId, randomUUID(), () => {})
      await passLease()
      return paymentId
    }
    await waiting()
    const points = await pointsOf(repeat)
    expect(points.length).toBeGreaterThan(5)
    for (const point of points) {
      const paymentId = await waiting()
      await repeat(killAt(point)).catch(() => {})
      await others()
      await expectOnce(paymentId, 'lost before', point)
    }
  })
})

/** Returns a tap that ends its process at a point: everything that it does later fails, too. */
function killAt(point: string): Tap {
  let dead = false
  return (reached) => {
    dead ||= reached === point
    if (dead) throw new Killed(point)
  }
}

function tapped(bank: TestBank, tap: Tap): Processor {
  return {
    cardEntry: bank.cardEntry,
    tokenize: (card) => bank.tokenize(card),
    authorize: (...given) => bank.authorize(...given),
    confirmed: (reference) => bank.confirmed(reference),
    capture: (reference) => bank.capture(reference),
    void: (reference) => bank.void(reference),
    lookup: (reference) => bank.lookup(reference),
    submitEvidence: (evidence) => bank.submitEvidence(evidence),
    async refund(request, signal) {
      await tap('before bank refund', false)
      const answer = await bank.refund(request, signal)
      await tap('after bank refund', false)
      return answer
    },
  }
}
