import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { listSettlements } from './settlement-row'

const NOON = new Date('2026-11-10T17:00:00.000Z')

describe('refunds in settlements', () => {
  let test: TestDatabase
  let database: Database
  let harness: SettlementHarness

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openTestPool(test.url)
    await transferDelay(database, 0)
  })
  afterAll(async () => {
    await test.drop()
    await database.close()
  })
  beforeEach(async () => {
    harness = await openSettlementHarness({ database, start: NOON })
  })
  afterEach(async () => {
    await harness.balance()
    expect(await checkCoherence({ database })).toEqual([])
  })

  const sums = async () =>
    (await harness.settlements()).map(
      ({ status, gross_minor, fee_minor, refund_minor, debt_minor, net_minor }) => [
        status,
        gross_minor,
        fee_minor,
        refund_minor,
        debt_minor,
        net_minor,
      ],
    )
  const shown = async () => (await listSettlements(harness.shop.ctx, { limit: 10 })).data

  it('a partial refund of a settled payment is a line of the next settlement, and its fee stays', async () => {
    const paymentId = await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    await harness.transfer()
    await harness.refund(paymentId, 2_500)
    expect(await harness.balance()).toMatchObject({ available: -2_500, paid_out: 9_680, waiting: 0 })
    await harness.collect(5_000)
    expect(await harness.balance()).toMatchObject({ available: 2_325 })
    harness.passHours(24)
    await harness.settle()
    await harness.transfer()
    expect(await sums()).toEqual([
      ['PAID', 10_000, 320, 0, 0, 9_680],
      ['PAID', 5_000, 175, 2_500, 0, 2_325],
    ])
    const [second, first] = await shown()
    expect(second).toMatchObject({ refund_amount: 25, net_amount: 23.25 })
    expect(first).not.toHaveProperty('refund_amount')
    expect(await harness.balance()).toMatchObject({ available: 0, in_transit: 0, paid_out: 12_005 })
  })

  it('a refund before the payment is settled is in the same settlement', async () => {
    await harness.refund(await harness.collect(10_000), 10_000)
    await harness.collect(2_000)
    harness.passHours(24)
    await harness.settle()
    expect(await sums()).toEqual([['PENDING', 12_000, 408, 10_000, 0, 1_592]])
  })

  it('a refund after the end of the period is in the next settlement', async () => {
    const paymentId = await harness.collect(10_000)
    harness.passHours(24)
    await harness.refund(paymentId, 1_000)
    await harness.settle()
    await harness.collect(2_000)
    harness.passHours(24)
    await harness.settle()
    expect(await sums()).toEqual([
      ['PENDING', 10_000, 320, 0, 0, 9_680],
      ['PENDING', 2_000, 88, 1_000, 0, 912],
    ])
  })

  it('a period without payments makes no settlement, and its refunds wait', async () => {
    const paymentId = await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    await harness.refund(paymentId, 1_000)
    harness.passHours(48)
    expect(await harness.settle()).toEqual([])
    await harness.collect(2_000)
    harness.passHours(24)
    await harness.settle()
    expect((await sums()).at(-1)).toEqual(['PENDING', 2_000, 88, 1_000, 0, 912])
  })

  it('refunds above the collected money make a DEBT, which the next settlement carries', async () => {
    const paymentId = await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    await harness.refund(paymentId, 10_000)
    await harness.collect(2_000)
    harness.passHours(24)
    await harness.settle()
    expect(await harness.balance()).toMatchObject({ available: -8_088, debt: 8_088 })
    await harness.collect(20_000)
    harness.passHours(24)
    await harness.settle()
    expect(await sums()).toEqual([
      ['PENDING', 10_000, 320, 0, 0, 9_680],
      ['DEBT', 2_000, 88, 10_000, 0, -8_088],
      ['PENDING', 20_000, 610, 0, 8_088, 11_302],
    ])
    expect(await harness.balance()).toMatchObject({ available: 0, debt: 0 })
  })

  it('refunds while settlements are generated are each in exactly one', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => harness.collect(10_000)))
    harness.passHours(24)
    await Promise.all([
      ...payments.map((id) => harness.refund(id, 1_000)),
      harness.settle(),
      harness.settle(),
    ])
    await harness.collect(20_000)
    harness.passHours(24)
    await Promise.all([harness.settle(), harness.settle()])
    expect((await sums()).map(([, , , refunds]) => refunds)).toEqual([0, 8_000])
  })
})

describe('the check of the books', () => {
  let test: TestDatabase
  let database: Database
  /** The tables' owner, who may write rows that no role of ours may. */
  let owner: Client

  beforeEach(async () => {
    test = await createTestDatabase({ tampered: true })
    database = openTestPool(test.url, 3)
    owner = new Client({ connectionString: test.url })
    await owner.connect()
    const harness = await openSettlementHarness({ database, start: NOON })
    const paymentId = await harness.collect(10_000)
    await harness.refund(paymentId, 1_000)
    harness.passHours(24)
    await harness.settle()
    await harness.refund(paymentId, 500)
  })
  afterEach(async () => {
    await owner.end()
    await database.close()
    await test.drop()
  })

  it.each([
    [
      'a refund taken out of its settlement',
      `UPDATE service.refund SET settlement_id = NULL WHERE amount_minor = 1000`,
      ['refund_forgotten', 'running_sums_differ_from_payments', 'settlement_differs_from_payments'],
    ],
    [
      'a refund that was never booked',
      `DELETE FROM service.ledger_entry WHERE transaction_id IN (SELECT id FROM service.refund WHERE amount_minor = 500)`,
      ['balance_differs_from_ledger', 'balance_differs_from_payments', 'refund_booked_wrongly'],
    ],
    [
      'a running sum that lost a refund',
      `UPDATE service.balance_part SET refund_minor = refund_minor - 1 WHERE part = -1`,
      ['balance_differs_from_ledger', 'running_sums_differ_from_payments'],
    ],
    [
      'a payment that reserves less than its refunds',
      `UPDATE service.payment SET refunded_minor = 1000`,
      ['payment_reserved_wrongly'],
    ],
    [
      'fees above their payment that came back',
      `UPDATE service.refund SET fee_minor = 400 WHERE amount_minor = 500`,
      [
        'balance_differs_from_payments',
        'fee_returned_twice',
        'refund_booked_wrongly',
        'running_sums_differ_from_payments',
      ],
    ],
    [
      'a refund that the bank never made',
      `UPDATE test_bank.refund SET status = 'DECLINED' WHERE amount_minor = 500`,
      ['succeeded_but_not_refunded'],
    ],
    [
      'a refund of another amount at the bank',
      `UPDATE test_bank.refund SET amount_minor = 501 WHERE amount_minor = 500`,
      ['succeeded_but_not_refunded'],
    ],
    [
      'a refund that the bank alone knows',
      `UPDATE test_bank.refund SET reference = 'ref_nobody' WHERE amount_minor = 500`,
      ['bank_refund_without_refund', 'succeeded_but_not_refunded'],
    ],
    [
      'a failed refund whose money moved',
      `UPDATE service.refund SET status = 'FAILED', decline_code = 'x', processor_reference = NULL WHERE amount_minor = 500`,
      [
        'balance_differs_from_payments',
        'payment_reserved_wrongly',
        'refund_booked_wrongly',
        'refunded_but_failed',
        'running_sums_differ_from_payments',
      ],
    ],
    [
      'a pending refund that nobody repeats',
      `UPDATE service.refund SET status = 'PENDING', lease_until = now() - interval '16 min', finished_at = NULL,
        processor_reference = NULL WHERE amount_minor = 500`,
      [
        'balance_differs_from_payments',
        'refund_booked_wrongly',
        'refund_stuck_pending',
        'running_sums_differ_from_payments',
      ],
    ],
    [
      'a pending refund whose processor does not answer',
      `UPDATE service.refund SET status = 'PENDING', lease_until = now() + interval '10 min', attempts = 12, finished_at = NULL,
        processor_reference = NULL WHERE amount_minor = 500`,
      [
        'balance_differs_from_payments',
        'refund_booked_wrongly',
        'refund_stuck_pending',
        'running_sums_differ_from_payments',
      ],
    ],
  ])('%s is found', async (_, sql, kinds) => {
    expect(await checkCoherence({ database })).toEqual([])
    await owner.query(sql)
    const found = await checkCoherence({ database })
    expect([...new Set(found.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
  })
})
