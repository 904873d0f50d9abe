import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setFeesOnRefund } from '@/lib/service/accounts/change-account'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { ProcessorUnreachable } from '@/lib/service/processor/port'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { testPool } from '@/test/fixtures/test-pool'
import { listRefunds } from './list-refunds'
import { reverseRefund } from './reverse-refund'

const NOON = new Date('2026-11-10T17:00:00.000Z')

const database = await testPool()

describe('refunds that come back', () => {
  let harness: SettlementHarness

  beforeEach(async () => {
    harness = await openSettlementHarness({ database, start: NOON })
  })
  afterEach(async () => {
    await harness.balance()
    expect(await checkCoherence({ database })).toEqual([])
    expect(await checkCoherence({ database, since: NOON })).toEqual([])
  })

  const reverse = (refundId: string) => {
    const { bank: processor, ctx } = harness.shop
    return reverseRefund({ database, processor, urls: ctx.urls, now: harness.now }, refundId)
  }
  /** Changes the bank's own books: it declines the refund that it had made. */
  const comesBack = async (refundId: string) => {
    await database.as('checkout_bank').query({
      text: `UPDATE test_bank.refund SET status = 'DECLINED' WHERE reference = $1`,
      values: [refundId],
    })
    return refundId
  }
  const settleNextDay = async () => {
    harness.passHours(24)
    await harness.settle()
    return (await harness.settlements()).map(({ refund_minor, net_minor }) => [refund_minor, net_minor])
  }

  it('a refund that comes back is FAILED, and its amount can be refunded again', async () => {
    const paymentId = await harness.collect(10_000)
    const refundId = await comesBack(await harness.refund(paymentId, 10_000))
    expect(await harness.balance()).toMatchObject({ available: -320 })
    expect(await reverse(refundId)).toBe('reversed')
    expect(await harness.balance()).toMatchObject({ available: 9_680 })
    const { data } = await listRefunds(harness.shop.ctx, paymentId, { limit: 10 })
    expect(data).toMatchObject([{ status: 'FAILED', decline_code: 'refund_declined' }])
    const { rows } = await harness.shop.ctx.db.query<{ kind: string }>({
      text: 'SELECT kind FROM service.event WHERE object_id = $1 ORDER BY id',
      values: [paymentId],
    })
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['payment.refund_failed', 'payment.refunded'])
    await harness.refund(paymentId, 10_000)
  })

  it('a report that comes ten times at once, early or late, reverses once', async () => {
    const refundId = await harness.refund(await harness.collect(10_000), 1_000)
    expect(await reverse(refundId)).toBe('unchanged')
    await comesBack(refundId)
    const ends = await Promise.all(Array.from({ length: 10 }, () => reverse(refundId)))
    expect(ends.filter((end) => end === 'reversed')).toHaveLength(1)
    expect([await reverse(refundId), await reverse('ref_nobody')]).toEqual(['unchanged', 'unchanged'])
    expect(await harness.balance()).toMatchObject({ available: 9_680 })
  })

  it('without an answer of the processor nothing changes', async () => {
    const refundId = await comesBack(await harness.refund(await harness.collect(10_000), 1_000))
    await changeTestBank(database, { outage: true })
    await expect(reverse(refundId)).rejects.toThrow(ProcessorUnreachable)
    await changeTestBank(database, { outage: false })
    expect(await harness.balance()).toMatchObject({ available: 8_680 })
    expect(await reverse(refundId)).toBe('reversed')
  })

  it('the next settlement gives a settled refund back, once, with the fee that had come back', async () => {
    await setFeesOnRefund(
      database.as('checkout_system'),
      { accountId: harness.accountId, actor: { kind: 'operator' }, fees: 'return' },
      NOON,
    )
    const paymentId = await harness.collect(10_000)
    const refundId = await harness.refund(paymentId, 5_000)
    await settleNextDay()
    await reverse(await comesBack(refundId))
    expect(await harness.balance()).toMatchObject({ available: 4_840 })
    await harness.collect(2_000)
    await settleNextDay()
    await harness.collect(2_000)
    expect(await settleNextDay()).toEqual([
      [4_840, 4_840],
      [-4_840, 6_752],
      [0, 1_912],
    ])
    await harness.refund(paymentId, 10_000)
    const { data } = await listRefunds(harness.shop.ctx, paymentId, { limit: 10 })
    expect(data.map(({ fee_returned }) => fee_returned)).toEqual([3.2, undefined])
  })

  it('a refund that comes back before it is settled is in no settlement', async () => {
    await reverse(await comesBack(await harness.refund(await harness.collect(10_000), 5_000)))
    expect(await settleNextDay()).toEqual([[0, 9_680]])
  })

  it('refunds that come back while settlements are generated are each taken and given back at most once', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => harness.collect(10_000)))
    const refunds = await Promise.all(payments.map((id) => harness.refund(id, 1_000)))
    harness.passHours(24)
    await Promise.all(refunds.map(comesBack))
    await Promise.all([harness.settle(), ...refunds.map(reverse), harness.settle()])
    await harness.collect(20_000)
    const sums = await settleNextDay()
    expect(sums.reduce((sum, [taken = 0]) => sum + taken, 0)).toBe(0)
  })
})
