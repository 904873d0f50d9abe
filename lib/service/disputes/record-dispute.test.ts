import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dispute } from '@/lib/contract/dispute'
import type { Database } from '@/lib/platform/database'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { listOpenNotices } from '@/lib/service/notices/processor-notices'
import { getPayment } from '@/lib/service/payments/payment-row'
import type { DisputeReport } from '@/lib/service/processor/port'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { recordDispute, recordMissedDisputes } from './record-dispute'

const AMOUNT_MINOR = 12_050
const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * 3_600_000)

describe('reports of disputes', () => {
  let test: TestDatabase
  let database: Database
  let shop: Shop
  let serial = 0

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openTestPool(test.url, 20)
    shop = await createShop({ database })
  })
  afterAll(async () => {
    expect(await checkCoherence({ database })).toEqual([])
    await database.close()
    await test.drop()
  })

  const paid = async (card?: string) => {
    const result = await shop.pay((await shop.newLink()).id, card)
    if (result.kind !== 'attempted') throw new Error(result.kind)
    return result.attempt.paymentId
  }
  const disputed = async (change: Partial<DisputeReport> = {}): Promise<DisputeReport> => {
    serial += 1
    return {
      disputeReference: `du_${serial}`,
      paymentReference: await paid(),
      amountMinor: AMOUNT_MINOR,
      currency: 'USD',
      reason: 'FRAUDULENT',
      status: 'NEEDS_RESPONSE',
      evidenceDueAt: new Date('2026-12-20T00:00:00Z'),
      openedAt: new Date('2026-12-10T00:00:00Z'),
      ...change,
    }
  }
  const record = (report: DisputeReport) => recordDispute({ ...shop.ctx, database }, report)
  const disputeOf = async ({ paymentReference }: DisputeReport) =>
    (await getPayment(shop.ctx, paymentReference)).dispute as Dispute | undefined
  const eventsOf = async ({ paymentReference }: DisputeReport) => {
    const { rows } = await shop.ctx.db.query<{ kind: string; status: string; shown: string }>({
      text: `SELECT kind, body::json #>> '{data,dispute,status}' AS status,
          body::json #>> '{data,payment,dispute,status}' AS shown
        FROM service.event WHERE object_id = $1 AND kind LIKE 'payment.disput%' ORDER BY id`,
      values: [paymentReference],
    })
    return rows.map(({ kind, status, shown }) => `${kind} ${status} ${shown}`)
  }
  const legsOf = async (report: DisputeReport) => {
    const { rows } = await shop.ctx.db.query<{ leg: string }>({
      text: `SELECT kind || ' ' || ledger || ' ' || amount_minor AS leg FROM service.ledger_entry
        WHERE dispute_id = $1 ORDER BY kind, ledger`,
      values: [(await disputeOf(report))?.id],
    })
    return rows.map(({ leg }) => leg)
  }
  const OPENED = ['dispute_opened available -12050', 'dispute_opened clearing 12050', 'dispute_opened fees 0']
  const WON = ['dispute_won available 12050', 'dispute_won clearing -12050', 'dispute_won fees 0']

  it('twenty reports at once open one dispute, book it once and raise one event', async () => {
    const report = await disputed()
    const ends = await Promise.all(Array.from({ length: 20 }, () => record(report)))
    expect(ends.filter((end) => end === 'recorded')).toHaveLength(1)
    expect(await disputeOf(report)).toMatchObject({
      status: 'NEEDS_RESPONSE',
      amount: 120.5,
      closed_at: null,
    })
    expect(await legsOf(report)).toEqual(OPENED)
    expect(await eventsOf(report)).toEqual(['payment.disputed NEEDS_RESPONSE NEEDS_RESPONSE'])
  })

  it('reports of all states at once end in the decision, with each step booked once', async () => {
    const report = await disputed()
    const statuses = ['WON', 'NEEDS_RESPONSE', 'UNDER_REVIEW'] as const
    await Promise.all(
      Array.from({ length: 21 }, (_, i) => record({ ...report, status: statuses[i % 3] ?? 'WON' })),
    )
    expect(await disputeOf(report)).toMatchObject({ status: 'WON' })
    expect(await legsOf(report)).toEqual([...OPENED, ...WON])
    expect(await eventsOf(report)).toHaveLength(2)
  })

  it('a late report leads nowhere back', async () => {
    const report = await disputed()
    await record(report)
    await record({ ...report, status: 'UNDER_REVIEW' })
    expect(await record(report)).toBe('unchanged')
    expect(await disputeOf(report)).toMatchObject({ status: 'UNDER_REVIEW' })
    await record({ ...report, status: 'LOST' })
    for (const status of ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST'] as const)
      expect(await record({ ...report, status })).toBe('unchanged')
    expect(await disputeOf(report)).toMatchObject({ status: 'LOST' })
    expect(await legsOf(report)).toEqual(OPENED)
    expect(await eventsOf(report)).toEqual([
      'payment.disputed NEEDS_RESPONSE NEEDS_RESPONSE',
      'payment.dispute_closed LOST LOST',
    ])
  })

  it('a loss that becomes a win returns the money once, and a win never becomes a loss', async () => {
    const report = await disputed({ status: 'LOST' })
    await record(report)
    const ends = await Promise.all(Array.from({ length: 10 }, () => record({ ...report, status: 'WON' })))
    expect(ends.filter((end) => end === 'recorded')).toHaveLength(1)
    expect(await record(report)).toBe('decided_otherwise')
    expect(await disputeOf(report)).toMatchObject({ status: 'WON' })
    expect(await legsOf(report)).toEqual([...OPENED, ...WON])
    expect((await eventsOf(report)).slice(1)).toEqual([
      'payment.dispute_closed LOST LOST',
      'payment.dispute_closed WON WON',
    ])
  })

  it.each(['WON', 'LOST'] as const)('a dispute that is first seen as %s has both steps', async (status) => {
    const report = await disputed({ status })
    expect(await record(report)).toBe('recorded')
    expect(await legsOf(report)).toEqual(status === 'WON' ? [...OPENED, ...WON] : OPENED)
    expect(await eventsOf(report)).toEqual([
      'payment.disputed NEEDS_RESPONSE NEEDS_RESPONSE',
      `payment.dispute_closed ${status} ${status}`,
    ])
  })

  it('of several disputes a payment shows the one that needs the most attention, then the newest', async () => {
    const first = await disputed()
    const { paymentReference } = first
    const second = { ...first, disputeReference: `${first.disputeReference}_2` }
    const shown = async (report: DisputeReport, status: DisputeReport['status']) => {
      await record({ ...report, status })
      const { rows } = await shop.ctx.db.query<{ reference: string; dispute_status: string }>({
        text: `SELECT d.processor_reference AS reference, p.dispute_status FROM service.payment p, service.dispute d
          WHERE p.id = $1 AND d.id = $2`,
        values: [paymentReference, (await disputeOf(first))?.id],
      })
      return [rows[0]?.reference === first.disputeReference ? 1 : 2, rows[0]?.dispute_status]
    }
    expect([
      await shown(first, 'NEEDS_RESPONSE'),
      await shown(second, 'NEEDS_RESPONSE'),
      await shown(second, 'UNDER_REVIEW'),
      await shown(second, 'LOST'),
      await shown(first, 'UNDER_REVIEW'),
      await shown(first, 'WON'),
    ]).toEqual([
      [1, 'NEEDS_RESPONSE'],
      [2, 'NEEDS_RESPONSE'],
      [1, 'NEEDS_RESPONSE'],
      [1, 'NEEDS_RESPONSE'],
      [1, 'UNDER_REVIEW'],
      [2, 'LOST'],
    ])
  })

  it('a dispute whose payment is not approved here within a day of its opening is one notice for the operator', async () => {
    const now = new Date('2026-12-10T12:00:00Z')
    const failed = await disputed({
      paymentReference: await paid('4000000000000002'),
      openedAt: hoursBefore(now, 25),
    })
    const lost = await disputed({ paymentReference: 'pay_lost', openedAt: hoursBefore(now, 25) })
    const early = await disputed({ paymentReference: 'pay_early', openedAt: hoursBefore(now, 23) })
    const books = {
      async *disputesSince() {
        yield* [failed, lost, early]
      },
    }
    const sweep = () => recordMissedDisputes({ ...shop.ctx, database, books, now: () => now })
    const system = database.as('checkout_system')
    expect([await sweep(), await sweep()]).toEqual([0, 0])
    const about = { kind: 'dispute', amount_minor: AMOUNT_MINOR, currency: 'USD', occurred_at: now }
    const ofFailed = { account_id: shop.ctx.accountId, payment_id: failed.paymentReference }
    const open = await listOpenNotices(system)
    expect(open.toSorted((a) => (a.payment_id ? -1 : 1))).toMatchObject([
      { event_id: `${failed.disputeReference}:unknown_payment`, ...about, ...ofFailed },
      { ...about, account_id: null, payment_id: null, summary: expect.stringContaining('pay_lost') },
    ])
  })

  it('a report of an unknown or a declined payment, or in another currency, writes nothing', async () => {
    const declined = await disputed({ paymentReference: await paid('4000000000000002') })
    expect(await record(declined)).toBe('unknown_payment')
    expect(await record({ ...declined, paymentReference: 'pay_nobody' })).toBe('unknown_payment')
    await expect(record(await disputed({ currency: 'EUR' }))).rejects.toThrow('is in EUR, its payment in USD')
    expect(await disputeOf(declined)).toBeUndefined()
    expect(await getPayment(shop.ctx, declined.paymentReference)).not.toHaveProperty('dispute')
  })
})
