import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import { type Settlement, settlementSchema } from '@/lib/contract/settlement'
import { toMajor } from '@/lib/domain/money'
import type { Database } from '@/lib/platform/database'
import { setFeesOnRefund } from '@/lib/service/accounts/change-account'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import type { DisputeReport } from '@/lib/service/processor/port'
import { reverseRefund } from '@/lib/service/refunds/reverse-refund'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { getSettlement, listSettlements } from './settlement-row'

const NOON = new Date('2026-11-10T17:00:00.000Z')

describe('adjustments of settlements', () => {
  let test: TestDatabase
  let database: Database
  let harness: SettlementHarness

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openTestPool(test.url)
  })
  afterAll(async () => {
    await test.drop()
    await database.close()
  })
  beforeEach(async () => {
    harness = await openSettlementHarness({ database, start: NOON })
    const { accountId, actor } = harness.shop.ctx
    const fees = { accountId, actor, percent: 2.9, fixed: 0.3, dispute: 15 }
    await setAccountFees(database.as('checkout_system'), fees, NOON)
  })
  afterEach(async () => {
    expect(await checkCoherence({ database })).toEqual([])
  })

  const record = (report: DisputeReport) => recordDispute({ ...harness.shop.ctx, database }, report)
  const reportOf = (paymentReference: string): DisputeReport => ({
    disputeReference: `du_${paymentReference}`,
    paymentReference,
    amountMinor: 10_000,
    currency: 'USD',
    reason: 'FRAUDULENT',
    status: 'NEEDS_RESPONSE',
    evidenceDueAt: null,
    openedAt: harness.now(),
  })
  const comesBack = async (refundId: string) => {
    await database.as('checkout_bank').query({
      text: `UPDATE test_bank.refund SET status = 'DECLINED' WHERE reference = $1`,
      values: [refundId],
    })
    const { bank: processor, ctx } = harness.shop
    expect(await reverseRefund({ database, processor, urls: ctx.urls, now: harness.now }, refundId)).toBe(
      'reversed',
    )
  }
  /** Settles the day that ends, with a payment of its own, and returns the newest settlement. */
  const settleDay = async (): Promise<Settlement> => {
    await harness.collect(50_000)
    harness.passHours(24)
    await harness.settle()
    const [newest] = (await listSettlements(harness.shop.ctx, { limit: 1 })).data
    if (!newest) throw new Error('nothing is settled')
    expect(settlementSchema.parse(newest)).toEqual(newest)
    return newest
  }
  const minor = (major: number | null | undefined) => Math.round((major ?? 0) * 100)
  const sumOf = ({ adjustments }: Settlement) =>
    (adjustments ?? []).reduce((sum, { amount }) => sum + minor(amount), 0)
  const takenBy = ({ refund_amount, dispute_amount }: Settlement) =>
    minor(refund_amount) + minor(dispute_amount)
  const briefly = ({ adjustments }: Settlement) =>
    adjustments?.map(({ type, id, payment_id, amount }) => [type, id, payment_id, amount])

  it('partial refunds are listed oldest first, less the fees that came back, and add up to the line', async () => {
    const { accountId } = harness
    const return_ = { accountId, actor: { kind: 'operator' }, fees: 'return' } as const
    await setFeesOnRefund(database.as('checkout_system'), return_, NOON)
    const paymentId = await harness.collect(10_000)
    expect(await settleDay()).not.toHaveProperty('adjustments')
    const first = await harness.refund(paymentId, 5_000)
    const at = harness.now().toISOString()
    harness.passHours(1)
    const second = await harness.refund(paymentId, 2_500)
    const settled = await settleDay()
    expect(briefly(settled)).toEqual([
      ['refund', first, paymentId, -48.4],
      ['refund', second, paymentId, -24.2],
    ])
    expect(settled.adjustments?.[0]?.created_at).toBe(at)
    expect(settled.refund_amount).toBe(72.6)
    expect((await getSettlement(harness.shop.ctx, settled.id)).settlement).toEqual(settled)
  })

  it('a refund that comes back is in the settlement that took it and, with the other sign, in the next one', async () => {
    const paymentId = await harness.collect(10_000)
    const refundId = await harness.refund(paymentId, 5_000)
    const taken = await settleDay()
    await comesBack(refundId)
    const given = await settleDay()
    expect(briefly(given)).toEqual([['refund_reversal', refundId, paymentId, 50]])
    expect(given.adjustments?.[0]?.created_at).toBe(
      new Date(harness.now().getTime() - 86_400_000).toISOString(),
    )
    expect([taken, given].map(sumOf)).toEqual([-5_000, 5_000])
    expect([taken, given].map(takenBy)).toEqual([5_000, -5_000])
    // The list of the first settlement does not change.
    expect((await getSettlement(harness.shop.ctx, taken.id)).settlement).toEqual(taken)
  })

  it('a dispute is in the settlement after it opened, with its fee, and in the one after it was won', async () => {
    const report = reportOf(await harness.collect(10_000))
    await settleDay()
    await record(report)
    const refunded = await harness.collect(1_000)
    await harness.refund(refunded, 400)
    const opened = await settleDay()
    await record({ ...report, status: 'WON' })
    const won = await settleDay()
    const id = won.adjustments?.[0]?.id
    expect(id).toMatch(/^dsp_/)
    expect(opened.adjustments).toHaveLength(2)
    expect(briefly(opened)).toContainEqual(['dispute', id, report.paymentReference, -115])
    expect(briefly(won)).toEqual([['dispute_won', id, report.paymentReference, 115]])
    expect([opened, won].map(sumOf)).toEqual([-11_900, 11_500])
    expect([opened, won].map(takenBy)).toEqual([11_900, -11_500])
  })

  it('a dispute that was won before its settlement is listed with both ways, which cancel out', async () => {
    await record({ ...reportOf(await harness.collect(10_000)), status: 'WON' })
    const settled = await settleDay()
    expect(settled).not.toHaveProperty('dispute_amount')
    expect(settled.adjustments?.map(({ type, amount }) => [type, amount])).toEqual([
      ['dispute', -115],
      ['dispute_won', 115],
    ])
  })

  it('the event of a new settlement lists the same adjustments as the API', async () => {
    await harness.refund(await harness.collect(10_000), 5_000)
    const settled = await settleDay()
    const { rows } = await harness.shop.ctx.db.query<{ body: string }>({
      text: `SELECT body FROM service.event WHERE object_id = $1 AND kind = 'settlement.created'`,
      values: [settled.id],
    })
    expect(rows.map(({ body }) => JSON.parse(body).data.settlement)).toEqual([settled])
  })

  it('a settlement lists its first hundred refunds', async () => {
    const paymentId = await harness.collect(10_000)
    const ids: string[] = []
    for (let count = 0; count <= SHOWN_ADJUSTMENTS_MAX; count += 1) {
      harness.setNow(new Date(harness.now().getTime() + 1))
      ids.push(await harness.refund(paymentId, 1))
    }
    const settled = await settleDay()
    expect(settled.adjustments?.map(({ id }) => id)).toEqual(ids.slice(0, SHOWN_ADJUSTMENTS_MAX))
    expect(settled.refund_amount).toBe(toMajor(SHOWN_ADJUSTMENTS_MAX + 1, 'USD'))
  })
})
