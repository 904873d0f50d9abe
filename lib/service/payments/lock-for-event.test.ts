import { beforeEach, describe, expect, it } from 'vitest'
import type { Payment } from '@/lib/contract/payment'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import type { DisputeReport } from '@/lib/service/processor/port'
import { reverseRefund } from '@/lib/service/refunds/reverse-refund'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { testPool } from '@/test/fixtures/test-pool'
import { getPayment } from './payment-row'

const NOON = new Date('2026-11-10T17:00:00.000Z')

const database = await testPool()

describe('times of a payment’s events', () => {
  let harness: SettlementHarness

  beforeEach(async () => {
    harness = await openSettlementHarness({ database, start: NOON })
  })

  const report = (paymentReference: string, status: DisputeReport['status']) =>
    recordDispute(
      { database, urls: harness.shop.ctx.urls, now: harness.now },
      {
        disputeReference: `du_${paymentReference}`,
        ...{ paymentReference, amountMinor: 10_000, currency: 'USD', reason: 'FRAUDULENT', status },
        ...{ evidenceDueAt: null, openedAt: NOON },
      },
    )
  const comesBack = async (refundId: string) => {
    await database.as('checkout_bank').query({
      text: `UPDATE test_bank.refund SET status = 'DECLINED' WHERE reference = $1`,
      values: [refundId],
    })
    const { bank: processor, ctx } = harness.shop
    await reverseRefund({ database, processor, urls: ctx.urls, now: harness.now }, refundId)
  }
  /** Returns the events of a payment by their times. */
  const eventsOf = async (paymentId: string) => {
    const { rows } = await harness.shop.ctx.db.query<{ kind: string; at: string; payment: Payment }>({
      text: `SELECT kind, body::json ->> 'created_at' AS at, body::json #> '{data,payment}' AS payment
        FROM service.event WHERE object_id = $1 ORDER BY created_at`,
      values: [paymentId],
    })
    return rows
  }

  it('each follows the one before, also of a process whose clock is behind', async () => {
    const paymentId = await harness.collect(10_000)
    const refundId = await harness.refund(paymentId, 1_000)
    harness.setNow(new Date(NOON.getTime() - 2_000))
    await harness.refund(paymentId, 2_000)
    await comesBack(refundId)
    await report(paymentId, 'NEEDS_RESPONSE')
    await report(paymentId, 'WON')
    expect(
      (await eventsOf(paymentId)).map(({ kind, at }) => [kind, Date.parse(at) - NOON.getTime()]),
    ).toEqual([
      ['payment.refunded', 0],
      ['payment.refunded', 1],
      ['payment.refund_failed', 2],
      ['payment.disputed', 3],
      ['payment.dispute_closed', 4],
    ])
  })

  it('the last one of refunds and a dispute at once shows the payment as it is', async () => {
    const paymentId = await harness.collect(10_000)
    await Promise.all([
      ...Array.from({ length: 8 }, () => harness.refund(paymentId, 100)),
      report(paymentId, 'WON'),
    ])
    const events = await eventsOf(paymentId)
    expect(new Set(events.map(({ at }) => at)).size).toBe(events.length)
    expect(events.at(-1)?.payment).toEqual(await getPayment(harness.shop.ctx, paymentId))
  })
})
