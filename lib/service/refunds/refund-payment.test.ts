import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/contract/errors'
import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import type { Refund } from '@/lib/contract/refund'
import type { Database } from '@/lib/platform/database'
import { getPayment, listPayments } from '@/lib/service/payments/payment-row'
import { viewReceipt } from '@/lib/service/payments/view-receipt'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import { createShop, type Shop } from '@/test/factories/create-shop'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { listRefunds } from './list-refunds'
import { refundPayment } from './refund-payment'
import { repeatRefunds } from './repeat-refunds'

const LEASE_MS = 30_000
const LOST_BEFORE = '4000000000006009'
const LOST_AFTER = '4000000000006017'
const DECLINED = '4000000000005126'

describe('refunds of a payment', () => {
  let clock: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database
  let shop: Shop

  beforeAll(async () => {
    clock = await openSimulatedClockDatabase(20)
    database = clock.database
    shop = await createShop({ database })
  })
  afterAll(() => clock.close())
  beforeEach(() => changeTestBank(database, { outage: false }))

  /** Makes an approved payment of 120.50. */
  async function paid(card?: string): Promise<string> {
    const result = await shop.pay((await shop.newLink()).id, card)
    if (result.kind !== 'attempted') throw new Error(result.kind)
    return result.attempt.paymentId
  }
  const refund = (
    paymentId: string,
    amount: number,
    idempotencyKey?: string,
    processor: Processor = shop.bank,
  ) =>
    refundPayment(
      { ctx: shop.ctx, processor, leaseMs: LEASE_MS },
      {
        paymentId,
        body: { amount, note: ' the box was broken ' },
        idempotencyKey,
        requestId: 'req_1',
        currency: 'USD',
      },
    )
  const codeOf = (refused: Promise<unknown>) => refused.then(() => 'no error', codeIn)
  const bodyOf = ({ body }: { body: string }) => JSON.parse(body)
  const passLease = (ms = LEASE_MS + 1) =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [ms],
    })
  const repeat = (processor: Processor = shop.bank) =>
    repeatRefunds({
      database,
      processor,
      urls: shop.ctx.urls,
      leaseMs: LEASE_MS,
      owner: randomUUID(),
      now: () => new Date(),
      log: pino({ level: 'silent' }),
    })
  const refundsOf = async (paymentId: string): Promise<Refund[]> =>
    (await listRefunds(shop.ctx, paymentId, { limit: 100 })).data
  const reserved = async (paymentId: string) => {
    const { rows } = await shop.ctx.db.query<{ refunded_minor: number }>({
      text: 'SELECT refunded_minor FROM service.payment WHERE id = $1',
      values: [paymentId],
    })
    return rows[0]?.refunded_minor
  }
  /** Returns the amounts that the bank refunded of a payment. */
  const atBank = async (paymentId: string) => {
    const { rows } = await database.as('checkout_bank').query<{ amount_minor: number }>({
      text: `SELECT amount_minor FROM test_bank.refund WHERE payment_reference = $1 AND status = 'REFUNDED' ORDER BY created_at`,
      values: [paymentId],
    })
    return rows.map(({ amount_minor }) => amount_minor)
  }

  it('parts are refunded until nothing is left', async () => {
    const paymentId = await paid()
    const first = await refund(paymentId, 100)
    expect(first.status).toBe(201)
    expect(bodyOf(first)).toMatchObject({
      object: 'refund',
      id: expect.stringMatching(/^ref_/),
      payment_id: paymentId,
      amount: 100,
      currency: 'USD',
      reason: 'REQUESTED_BY_CUSTOMER',
      note: 'the box was broken',
      status: 'SUCCEEDED',
    })
    await expect(refund(paymentId, 20.51)).rejects.toMatchObject({
      code: 'invalid_parameters',
      details: {
        fields: [{ field: 'amount', code: 'amount_too_large', message: expect.stringMatching('20.50 USD') }],
      },
    })
    expect(bodyOf(await refund(paymentId, 20.5))).toMatchObject({ status: 'SUCCEEDED' })
    expect(await codeOf(refund(paymentId, 0.01))).toBe('nothing_to_refund')
    expect((await refundsOf(paymentId)).map(({ amount }) => amount)).toEqual([20.5, 100])
    expect(await atBank(paymentId)).toEqual([10_000, 2_050])
  })

  it('a payment contains its newest refunds, newest first, in responses and events, and none without any', async () => {
    const paymentId = await paid()
    expect(await getPayment(shop.ctx, paymentId)).not.toHaveProperty('refunds')
    for (let at = 1; at <= SHOWN_REFUNDS_MAX + 1; at += 1) await refund(paymentId, at / 100)
    const { refunds, refunded_amount } = await getPayment(shop.ctx, paymentId)
    expect(refunds).toEqual((await refundsOf(paymentId)).slice(0, SHOWN_REFUNDS_MAX))
    expect(refunded_amount).toBe(2.31)
    const { data } = await listPayments(shop.ctx, { limit: 1 })
    expect(data).toMatchObject([{ id: paymentId, refunds }])
    const { rows } = await shop.ctx.db.query<{ body: string }>({
      text: `SELECT body FROM service.event WHERE kind = 'payment.refunded' AND object_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
      values: [paymentId],
    })
    expect(JSON.parse(rows[0]?.body ?? '').data.payment.refunds).toEqual(refunds)
  })

  it('a payment contains a refund that failed and one that is pending', async () => {
    const paymentId = await paid(DECLINED)
    await refund(paymentId, 2)
    expect(await viewReceipt(database, paymentId)).toMatchObject({ refunds: null })
    const failed = await getPayment(shop.ctx, paymentId)
    expect(failed).toMatchObject({ refunds: [{ amount: 2, status: 'FAILED' }] })
    expect(failed).not.toHaveProperty('refunded_amount')
    const lost = await paid(LOST_BEFORE)
    await refund(lost, 3)
    expect(await getPayment(shop.ctx, lost)).toMatchObject({
      refunded_amount: 3,
      refunds: [{ amount: 3, status: 'PENDING', finished_at: null }],
    })
    await passLease()
    await repeat()
    expect(await getPayment(shop.ctx, lost)).toMatchObject({ refunds: [{ amount: 3, status: 'SUCCEEDED' }] })
    const receipt = await viewReceipt(database, lost)
    expect(receipt?.refunds).toMatchObject([{ amountMinor: 300 }])
    expect(Date.parse(receipt?.refunds?.[0]?.at ?? '')).not.toBeNaN()
  })

  it('a payment that is not approved or not of the account is not refunded', async () => {
    const failed = await paid('4000000000000002')
    expect(await codeOf(refund(failed, 1))).toBe('payment_not_approved')
    expect(await codeOf(refund('pay_nobody', 1))).toBe('resource_not_found')
    expect(await codeOf(refund('pay\0', 1))).toBe('resource_not_found')
    const own = await paid()
    const other = await createShop({ database })
    const foreign = { ctx: other.ctx, processor: shop.bank, leaseMs: LEASE_MS }
    const input = {
      paymentId: own,
      body: { amount: 1 },
      idempotencyKey: undefined,
      requestId: 'r',
      currency: 'USD',
    }
    expect(await codeOf(refundPayment(foreign, input))).toBe('resource_not_found')
    expect(await codeOf(listRefunds(other.ctx, own, { limit: 1 }))).toBe('resource_not_found')
    expect(await reserved(own)).toBe(0)
  })

  it('a full refund that is sent several times at once under one key is not refused because of itself', async () => {
    for (let count = 0; count < 10; count += 1) {
      const [paymentId, key] = [await paid(), randomUUID()]
      const sent = Array.from({ length: 5 }, () => codeOf(refund(paymentId, 120.5, key)))
      expect(new Set(await Promise.all(sent))).not.toContain('nothing_to_refund')
      expect(await atBank(paymentId)).toEqual([12_050])
    }
  })

  it('twenty partial refunds at once never exceed the payment', async () => {
    const paymentId = await paid()
    const ends = await Promise.all(
      Array.from({ length: 20 }, () =>
        refund(paymentId, 20).then(
          ({ status }) => status,
          () => 400,
        ),
      ),
    )
    expect(ends.filter((status) => status === 201)).toHaveLength(6)
    expect(await reserved(paymentId)).toBe(12_000)
    expect(await atBank(paymentId)).toEqual(Array.from({ length: 6 }, () => 2_000))
  })

  it('a key refunds once, and its repetition gets the same bytes', async () => {
    const paymentId = await paid()
    const key = randomUUID()
    const first = await refund(paymentId, 30, key)
    const again = await refund(paymentId, 30, key)
    expect(again).toEqual({ ...first, replayed: true })
    expect(await codeOf(refund(paymentId, 31, key))).toBe('idempotency_key_reused')
    expect(await codeOf(refund(paymentId, 30, 'short'))).toBe('invalid_idempotency_key')
    expect(await atBank(paymentId)).toEqual([3_000])
  })

  it('twenty requests at once under one key refund once', async () => {
    const paymentId = await paid()
    const key = randomUUID()
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => refund(paymentId, 5, key).then(({ body }) => body, codeIn)),
    )
    const answers = new Set(ends.filter((end) => end !== 'idempotency_unresolved'))
    expect(answers.size).toBe(1)
    expect(await atBank(paymentId)).toEqual([500])
    expect(await reserved(paymentId)).toBe(500)
  })

  it('an error before the reservation leaves the key unused', async () => {
    const paymentId = await paid()
    const key = randomUUID()
    await expect(refund(paymentId, 1_000, key)).rejects.toMatchObject({ code: 'invalid_parameters' })
    expect((await refund(paymentId, 10, key)).status).toBe(201)
  })

  it('a declined refund has FAILED with its code and gives its amount back', async () => {
    const paymentId = await paid(DECLINED)
    const answer = await refund(paymentId, 120.5)
    expect(answer.status).toBe(201)
    expect(bodyOf(answer)).toMatchObject({ status: 'FAILED', decline_code: 'refund_declined' })
    expect(await reserved(paymentId)).toBe(0)
    expect(bodyOf(await refund(paymentId, 120.5))).toMatchObject({ status: 'FAILED' })
    expect(await atBank(paymentId)).toEqual([])
  })

  it.each([LOST_BEFORE, LOST_AFTER])(
    'a refund with a lost response (card %s) is unresolved, and repeated until it succeeded once',
    async (card) => {
      const paymentId = await paid(card)
      const key = randomUUID()
      const answer = await refund(paymentId, 120.5, key)
      expect(answer.status).toBe(409)
      const [pending] = await refundsOf(paymentId)
      expect(bodyOf(answer).error).toMatchObject({
        code: 'refund_unresolved',
        details: { refund_id: pending?.id, request_id: 'req_1' },
      })
      expect(pending).toMatchObject({ status: 'PENDING', finished_at: null })
      expect(await codeOf(refund(paymentId, 1))).toBe('nothing_to_refund')
      expect(await repeat()).toBe(0)
      await passLease()
      expect(await repeat()).toBe(1)
      expect(await refundsOf(paymentId)).toMatchObject([{ id: pending?.id, status: 'SUCCEEDED' }])
      expect(await refund(paymentId, 120.5, key)).toEqual({ ...answer, replayed: true })
      expect(await atBank(paymentId)).toEqual([12_050])
    },
  )

  it('an unanswered refund waits longer after each repetition', async () => {
    const paymentId = await paid()
    await changeTestBank(database, { outage: true })
    expect((await refund(paymentId, 10)).status).toBe(409)
    const waits: number[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const { rows } = await shop.ctx.db.query<{ ms: number }>({
        text: `SELECT (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::int AS ms FROM service.refund WHERE payment_id = $1`,
        values: [paymentId],
      })
      waits.push(rows[0]?.ms ?? 0)
      await passLease((rows[0]?.ms ?? 0) + 1)
      await repeat()
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(waits.at(-1)).toBe(600_000)
    await changeTestBank(database, { outage: false })
    await passLease(600_001)
    await repeat()
    expect(await refundsOf(paymentId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('a refund that is declined at its repetition gives its amount back, and the answer stays', async () => {
    const paymentId = await paid(DECLINED)
    const key = randomUUID()
    const silent = { ...withoutRefund(), refund: () => Promise.reject(new ProcessorUnreachable('no line')) }
    const answer = await refund(paymentId, 50, key, silent)
    expect(answer.status).toBe(409)
    await passLease()
    await repeat()
    expect(await refundsOf(paymentId)).toMatchObject([{ status: 'FAILED', decline_code: 'refund_declined' }])
    expect(await reserved(paymentId)).toBe(0)
    expect((await refund(paymentId, 50, key)).body).toBe(answer.body)
  })

  it('a process that was paused beyond its lease finds its refund finished, and moves nothing', async () => {
    const paymentId = await paid()
    const paused: Processor = {
      ...withoutRefund(),
      async refund(request, signal) {
        const answer = await shop.bank.refund(request, signal)
        await passLease()
        await repeat()
        return answer
      },
    }
    const key = randomUUID()
    expect(await codeOf(refund(paymentId, 40, key, paused))).toBe('idempotency_unresolved')
    expect(bodyOf(await refund(paymentId, 40, key)).error.code).toBe('idempotency_unresolved')
    expect(await refundsOf(paymentId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await atBank(paymentId)).toEqual([4_000])
  })

  function withoutRefund(): Processor {
    const { bank } = shop
    return {
      cardEntry: bank.cardEntry,
      tokenize: (card) => bank.tokenize(card),
      authorize: (...given) => bank.authorize(...given),
      confirmed: (reference) => bank.confirmed(reference),
      capture: (reference) => bank.capture(reference),
      void: (reference) => bank.void(reference),
      refund: (...given) => bank.refund(...given),
      lookup: (reference) => bank.lookup(reference),
      submitEvidence: (evidence) => bank.submitEvidence(evidence),
    }
  }
})

function codeIn(error: unknown): unknown {
  return error instanceof ApiError ? error.code : error
}
