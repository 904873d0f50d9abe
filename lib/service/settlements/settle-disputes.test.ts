import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/contract/errors'
import type { Database } from '@/lib/platform/database'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { getDispute, listDisputes } from '@/lib/service/disputes/dispute-list'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import { sendEvidence } from '@/lib/service/disputes/send-evidence'
import { submitEvidence } from '@/lib/service/disputes/submit-evidence'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import type { DisputeReport } from '@/lib/service/processor/port'
import { reportTestDisputes, TEST_DISPUTE_STEP_MS } from '@/lib/service/processor/test-bank-disputes'
import { openTestPool } from '@/test/factories/create-shop'
import {
  HARNESS_LEASE_MS,
  openSettlementHarness,
  type SettlementHarness,
} from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { listSettlements } from './settlement-row'

const NOON = new Date('2026-11-10T17:00:00.000Z')
const LOST_CARD = '4000000000002685'
const WON_CARD = '4000000000001976'

describe('disputes in settlements', () => {
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
    const { accountId, actor } = harness.shop.ctx
    const fees = { accountId, actor, percent: 2.9, fixed: 0.3, dispute: 15 }
    await setAccountFees(database.as('checkout_system'), fees, NOON)
  })
  afterEach(async () => {
    await harness.balance()
    expect(await checkCoherence({ database })).toEqual([])
  })

  const record = (report: DisputeReport) => recordDispute({ ...harness.shop.ctx, database }, report)
  const reportOf = (paymentReference: string, amountMinor: number): DisputeReport => ({
    disputeReference: `du_${paymentReference}`,
    paymentReference,
    amountMinor,
    currency: 'USD',
    reason: 'FRAUDULENT',
    status: 'NEEDS_RESPONSE',
    evidenceDueAt: null,
    openedAt: harness.now(),
  })
  const sums = async () =>
    (await harness.settlements()).map(({ status, gross_minor, dispute_minor, debt_minor, net_minor }) => [
      status,
      gross_minor,
      dispute_minor,
      debt_minor,
      net_minor,
    ])
  const settleNextDay = async () => {
    harness.passHours(24)
    await harness.settle()
  }

  it.each([
    ['won', []],
    ['won after a loss', ['LOST' as const]],
  ])(
    'a dispute is a line of the settlement after it opened, and comes back in the one after it was %s',
    async (_, before) => {
      const report = reportOf(await harness.collect(10_000), 10_000)
      await settleNextDay()
      await record(report)
      expect(await harness.balance()).toMatchObject({ available: -11_500 })
      await harness.collect(50_000)
      await settleNextDay()
      for (const status of [...before, 'WON' as const]) await record({ ...report, status })
      expect(await harness.balance()).toMatchObject({ available: 11_500 })
      await harness.collect(2_000)
      await settleNextDay()
      expect(await sums()).toEqual([
        ['PENDING', 10_000, 0, 0, 9_680],
        ['PENDING', 50_000, 11_500, 0, 50_000 - 1_480 - 11_500],
        ['PENDING', 2_000, -11_500, 0, 2_000 - 88 + 11_500],
      ])
      const shown = (await listSettlements(harness.shop.ctx, { limit: 10 })).data
      expect(shown.map((settlement) => settlement.dispute_amount)).toEqual([-115, 115, undefined])
      expect(shown[2]).not.toHaveProperty('dispute_amount')
      expect(await harness.balance()).toMatchObject({ available: 0 })
    },
  )

  it('a dispute that is won before the settlement leaves no line', async () => {
    const report = reportOf(await harness.collect(10_000), 10_000)
    await record({ ...report, status: 'WON' })
    await settleNextDay()
    expect(await sums()).toEqual([['PENDING', 10_000, 0, 0, 9_680]])
  })

  it('a lost dispute larger than the balance makes the next settlement DEBT, which the one after it carries', async () => {
    const report = reportOf(await harness.collect(10_000), 10_000)
    await settleNextDay()
    await record({ ...report, status: 'LOST' })
    await harness.collect(2_000)
    await settleNextDay()
    expect(await harness.balance()).toMatchObject({ available: -9_588, debt: 9_588 })
    await harness.collect(20_000)
    await settleNextDay()
    expect(await sums()).toEqual([
      ['PENDING', 10_000, 0, 0, 9_680],
      ['DEBT', 2_000, 11_500, 0, -9_588],
      ['PENDING', 20_000, 0, 9_588, 9_802],
    ])
  })

  it('reports while settlements are generated are each in exactly one settlement', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => harness.collect(10_000)))
    harness.passHours(24)
    await Promise.all([
      ...payments.map((id) => record(reportOf(id, 1_000))),
      harness.settle(),
      harness.settle(),
    ])
    await harness.collect(90_000)
    harness.passHours(24)
    await Promise.all([harness.settle(), harness.settle()])
    expect((await sums()).map(([, , disputes]) => disputes)).toEqual([0, 8 * 2_500])
  })

  it('the fee of a dispute is the one in force when it opened', async () => {
    const { accountId, actor } = harness.shop.ctx
    const report = reportOf(await harness.collect(10_000), 10_000)
    await record(report)
    const fees = { accountId, actor, percent: 2.9, fixed: 0.3 }
    harness.passHours(1)
    await setAccountFees(database.as('checkout_system'), fees, harness.now())
    const kept = reportOf(await harness.collect(10_000), 10_000)
    await record(kept)
    await setAccountFees(database.as('checkout_system'), { ...fees, dispute: 0 }, harness.now())
    const free = reportOf(await harness.collect(10_000), 10_000)
    await record(free)
    await record({ ...report, status: 'WON' })
    const { data } = await listDisputes(harness.shop.ctx, { limit: 10 })
    const feeOf = (id: string) => data.find(({ payment_id }) => payment_id === id)?.fee_amount
    expect([report, kept, free].map(({ paymentReference }) => feeOf(paymentReference))).toEqual([15, 15, 0])
  })

  it('a disputed payment is not refunded until the dispute is won', async () => {
    const paymentId = await harness.collect(10_000)
    const report = reportOf(paymentId, 10_000)
    await record(report)
    const refused = (id: string) =>
      harness.refund(id, 1_000).catch((error) => (error instanceof ApiError ? error.code : error))
    expect(await refused(paymentId)).toBe('payment_disputed')
    await record({ ...report, status: 'UNDER_REVIEW' })
    expect(await refused(paymentId)).toBe('payment_disputed')
    await record({ ...report, status: 'WON' })
    await harness.refund(paymentId, 1_000)
    const second = { ...report, disputeReference: 'du_second', status: 'LOST' as const }
    await record(second)
    expect(await refused(paymentId)).toBe('payment_disputed')
    const third = { ...report, disputeReference: 'du_third', status: 'WON' as const }
    await record(third)
    expect(await refused(paymentId)).toBe('payment_disputed')
  })

  describe('the check of the books', () => {
    let tampered: TestDatabase
    let open: Database
    let owner: Client
    beforeEach(async () => {
      tampered = await createTestDatabase({ tampered: true })
      open = openTestPool(tampered.url, 3)
      owner = new Client({ connectionString: tampered.url })
      await owner.connect()
      const books = await openSettlementHarness({ database: open, start: NOON })
      const [first, second] = [await books.collect(10_000), await books.collect(20_000)]
      const recording = { ...books.shop.ctx, database: open }
      await recordDispute(recording, { ...reportOf(first, 1_000), openedAt: NOON })
      books.passHours(24)
      await books.settle()
      await recordDispute(recording, { ...reportOf(second, 500), status: 'WON' })
    })
    afterEach(async () => {
      await owner.end()
      await open.close()
      await tampered.drop()
    })

    it.each([
      [
        'a movement taken out of its settlement',
        `UPDATE service.dispute_movement SET settlement_id = NULL WHERE amount_minor = 1000`,
        ['dispute_forgotten', 'running_sums_differ_from_payments', 'settlement_differs_from_payments'],
      ],
      [
        'a won dispute that was not booked',
        `DELETE FROM service.ledger_entry WHERE transaction_id LIKE '%:won'`,
        ['balance_differs_from_ledger', 'balance_differs_from_payments', 'dispute_booked_wrongly'],
      ],
      [
        'a movement of another amount',
        `UPDATE service.dispute_movement SET amount_minor = amount_minor + 1 WHERE amount_minor = 500`,
        ['dispute_booked_wrongly', 'running_sums_differ_from_payments'],
      ],
      [
        'a disputed payment that may be refunded',
        `UPDATE service.payment SET dispute_status = 'WON'`,
        ['payment_dispute_status_differs'],
      ],
      [
        'evidence that nobody sends',
        `UPDATE service.dispute SET status = 'UNDER_REVIEW', submitted_at = now(), lease_until = now() - interval '16 min'
          WHERE status = 'NEEDS_RESPONSE'`,
        ['evidence_stuck_unsent', 'payment_dispute_status_differs'],
      ],
    ])('%s is found', async (_, sql, kinds) => {
      expect(await checkCoherence({ database: open })).toEqual([])
      await owner.query(sql)
      const found = await checkCoherence({ database: open })
      expect([...new Set(found.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
    })
  })

  describe('at the test bank', () => {
    /** One round of the worker's job, `ms` later. */
    const run = async (ms: number) => {
      harness.setNow(new Date(harness.now().getTime() + ms))
      return reportTestDisputes(
        database,
        harness.now(),
        async (report) => (await record(report)) !== 'unknown_payment',
      )
    }
    const paid = async (card: string) => {
      const result = await harness.shop.pay((await harness.shop.newLink()).id, card)
      if (result.kind !== 'attempted') throw new Error(result.kind)
      return result.attempt.paymentId
    }
    const disputeOf = async (payment_id: string) =>
      (await listDisputes(harness.shop.ctx, { limit: 1, payment_id })).data[0]
    /** Sends the evidence once more, as after a lost answer: it is the same evidence, and the decision does not wait longer. */
    const resend = async (paymentId: string) => {
      const { rows } = await database.as('checkout_bank').query<{ reference: string }>({
        text: 'SELECT reference FROM test_bank.dispute WHERE payment_reference = $1',
        values: [paymentId],
      })
      const evidence = { disputeReference: rows[0]?.reference ?? '', text: 'Delivered', files: [] }
      expect(await harness.shop.bank.submitEvidence(evidence)).toEqual({ outcome: 'accepted' })
    }
    const respond = async (disputeId: string) => {
      await submitEvidence(harness.shop.ctx, disputeId, { text: 'Delivered' })
      const processor = harness.shop.bank
      await sendEvidence({ ...harness.shop.ctx, database, processor, leaseMs: HARNESS_LEASE_MS, owner: 'me' })
    }

    it.each([
      ['WON', WON_CARD, 0],
      ['LOST', LOST_CARD, 120.5 + 15],
    ])(
      'a payment is disputed, answered and %s as its card says, then settled',
      async (status, card, taken) => {
        const paymentId = await paid(card)
        expect(await run(0)).toBe(0)
        expect(await run(TEST_DISPUTE_STEP_MS)).toBe(1)
        const dispute = await disputeOf(paymentId)
        expect(dispute).toMatchObject({ status: 'NEEDS_RESPONSE', amount: 120.5, fee_amount: 15 })
        const due = harness.now().getTime() + 7 * 86_400_000
        expect(dispute?.evidence_due_at).toBe(new Date(due).toISOString())
        expect(await run(60_000)).toBe(0)
        await respond(dispute?.id ?? '')
        expect(await run(TEST_DISPUTE_STEP_MS - 1)).toBe(0)
        await resend(paymentId)
        const runs = await Promise.all([run(1), run(0), run(0)])
        expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
        expect(await getDispute(harness.shop.ctx, dispute?.id ?? '')).toMatchObject({ status })
        expect(await run(10 * 86_400_000)).toBe(0)
        await harness.collect(50_000)
        await settleNextDay()
        const shown = (await listSettlements(harness.shop.ctx, { limit: 10 })).data
        expect(shown.reduce((sum, { dispute_amount = 0 }) => sum + (dispute_amount ?? 0), 0)).toBe(taken)
      },
    )

    it('a dispute without evidence is lost at its deadline, and later evidence is refused', async () => {
      const paymentId = await paid(WON_CARD)
      await run(TEST_DISPUTE_STEP_MS)
      const { id = '' } = (await disputeOf(paymentId)) ?? {}
      expect(await run(7 * 86_400_000 - 1)).toBe(0)
      await submitEvidence(harness.shop.ctx, id, { text: 'Just in time here, too late at the bank' })
      harness.setNow(new Date(harness.now().getTime() + 1))
      const processor = harness.shop.bank
      await sendEvidence({ ...harness.shop.ctx, database, processor, leaseMs: HARNESS_LEASE_MS, owner: 'me' })
      expect(await getDispute(harness.shop.ctx, id)).toMatchObject({ status: 'NEEDS_RESPONSE' })
      expect(await run(0)).toBe(1)
      expect(await getDispute(harness.shop.ctx, id)).toMatchObject({ status: 'LOST' })
    })

    it('a report that was not recorded is repeated', async () => {
      const paymentId = await paid(LOST_CARD)
      harness.setNow(new Date(harness.now().getTime() + TEST_DISPUTE_STEP_MS))
      await reportTestDisputes(database, harness.now(), async () => false)
      harness.setNow(new Date(harness.now().getTime() + 30_000))
      const died = reportTestDisputes(database, harness.now(), () => Promise.reject(new Error('killed')))
      await expect(died).rejects.toThrow('killed')
      expect(await run(29_999)).toBe(0)
      expect(await disputeOf(paymentId)).toBeUndefined()
      expect(await run(1)).toBe(1)
      expect(await disputeOf(paymentId)).toMatchObject({ status: 'NEEDS_RESPONSE' })
    })
  })
})
