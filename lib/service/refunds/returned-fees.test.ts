import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refundSchema } from '@/lib/contract/refund'
import { setFeesOnRefund } from '@/lib/service/accounts/change-account'
import { getBalance } from '@/lib/service/balance/get-balance'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { listSettlements } from '@/lib/service/settlements/settlement-row'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { testPool } from '@/test/fixtures/test-pool'
import { listRefunds } from './list-refunds'

const NOON = new Date('2026-11-10T17:00:00.000Z')

const database = await testPool()

describe('fees that come back with refunds', () => {
  let harness: SettlementHarness

  beforeEach(async () => {
    harness = await openSettlementHarness({ database, start: NOON })
    await change('return')
  })
  afterEach(async () => {
    await harness.balance()
    expect(await checkCoherence({ database })).toEqual([])
  })

  const change = (fees: 'keep' | 'return') =>
    setFeesOnRefund(
      database.as('checkout_system'),
      { accountId: harness.accountId, actor: { kind: 'operator' }, fees },
      NOON,
    )
  /** Returns the fees that came back with a payment's refunds, in major units, oldest first. */
  const returned = async (paymentId: string) => {
    const { data } = await listRefunds(harness.shop.ctx, paymentId, { limit: 100 })
    return data.map((refund) => refundSchema.parse(refund).fee_returned).toReversed()
  }
  const sumOf = (fees: readonly (number | null | undefined)[]) =>
    Math.round(fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0) * 100)
  const refundIn = async (paymentId: string, parts: readonly number[]) => {
    for (const part of parts) {
      harness.setNow(new Date(harness.now().getTime() + 1))
      await harness.refund(paymentId, part)
    }
  }

  it('a payment that is refunded in parts gives its whole fee back, to the minor unit', async () => {
    const paymentId = await harness.collect(10_000)
    await refundIn(paymentId, [3_333, 1, 3_333, 3_333])
    expect(await returned(paymentId)).toEqual([1.07, undefined, 1.06, 1.07])
    expect(await harness.balance()).toMatchObject({ available: 0 })
  })

  it('parts that are refunded at once give the whole fee back, and never more', async () => {
    const paymentId = await harness.collect(100)
    // Each part's own share of the fee of 33, 1.65, would be rounded up.
    await Promise.all(Array.from({ length: 20 }, () => harness.refund(paymentId, 5)))
    expect(sumOf(await returned(paymentId))).toBe(33)
  })

  it('a settlement shows its refunds less the fees that came back, and all fees of its payments', async () => {
    const paymentId = await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    await harness.refund(paymentId, 5_000)
    const { balance } = await shown()
    expect(balance).toMatchObject({ refund_amount: 48.4 })
    await harness.collect(20_000)
    harness.passHours(24)
    await harness.settle()
    const { settlements } = await shown()
    expect(settlements[0]).toMatchObject({
      gross_amount: 200,
      fee_amount: 6.1,
      refund_amount: 48.4,
      net_amount: 145.5,
    })
  })

  it('a fee above its payment comes back whole, so that the settlement gains', async () => {
    await harness.refund(await harness.collect(10), 10)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    expect(
      (await harness.settlements()).map(({ net_minor, refund_minor }) => [net_minor, refund_minor]),
    ).toEqual([[9_680, -20]])
    expect((await shown()).settlements[0]).toMatchObject({ refund_amount: -0.2 })
  })

  it('a service that keeps its fees returns none, and later parts return the share of all', async () => {
    const paymentId = await harness.collect(10_000)
    await change('keep')
    await refundIn(paymentId, [5_000])
    expect(await returned(paymentId)).toEqual([undefined])
    await change('return')
    await refundIn(paymentId, [5_000])
    expect(await returned(paymentId)).toEqual([undefined, 3.2])
  })

  async function shown() {
    const { data: settlements } = await listSettlements(harness.shop.ctx, { limit: 10 })
    const { available: balance } = await getBalance(harness.shop.ctx, { currency: harness.currency })
    return { settlements, balance }
  }
})
