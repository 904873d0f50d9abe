import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstIdAt, newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { ProcessorEntry } from '@/lib/service/processor/books'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { checkCoherence } from './check-coherence'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const SINCE = new Date('2026-11-19T12:00:00.000Z')

let test: TestDatabase
let database: Database
let shop: Shop
let now: Date
/** Intents of the account at the processor. */
let intents: ProcessorEntry[]
let refunds: ProcessorEntry[]
/** Runs after our rows were read, before the processor answers. */
let beforeAnswer: () => Promise<unknown>
let askedSince: Date | null

beforeEach(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url, 4)
  now = new Date('2026-11-01T12:00:00.000Z')
  shop = await createShop({ database, now: () => now })
  now = NOW
  intents = []
  refunds = []
  beforeAnswer = async () => {}
  askedSince = null
})
afterEach(async () => {
  await database.close()
  await test.drop()
})

const books = {
  async *capturedSince(since: Date) {
    askedSince = since
    await beforeAnswer()
    yield* intents
  },
  async *refundsSince() {
    yield* refunds
  },
  async *failedRefundsSince() {},
  async *disputesSince() {},
}

async function kinds() {
  const breaks = await checkCoherence({ database, books, capturesSince: SINCE })
  return breaks.map(({ kind, object_id, found }) => [kind, object_id, found])
}

async function pay(cardNumber?: string): Promise<string> {
  const { id } = await shop.newLink({ amountMinor: 1_000 })
  const result = await shop.pay(id, cardNumber)
  if (result.kind !== 'attempted') throw new Error(`nothing was attempted: ${result.kind}`)
  return result.attempt.paymentId
}

function captured(reference: string, over: Partial<ProcessorEntry> = {}): ProcessorEntry {
  return { reference, amountMinor: 1_000, currency: 'USD', status: 'CAPTURED', ...over }
}

const DECLINED_CARD = '4000000000000002'

it('approved payments and captured intents that agree have no discrepancy', async () => {
  intents = [captured(await pay()), captured(await pay())]
  await pay(DECLINED_CARD)
  expect(await kinds()).toEqual([])
  expect(askedSince?.getTime()).toBeLessThan(SINCE.getTime())
})

it('an approved payment that was not captured, or not with its amount, is found', async () => {
  const [lost, reserved, other, yen] = [await pay(), await pay(), await pay(), await pay()]
  intents = [
    captured(reserved, { status: 'AUTHORIZED' }),
    captured(other, { amountMinor: 100_000 }),
    captured(yen, { currency: 'JPY' }),
  ]
  const missing = (id: string, found: string) => ['approved_but_not_captured', id, found]
  expect((await kinds()).toSorted()).toEqual(
    [
      missing(lost, 'nothing'),
      missing(reserved, 'AUTHORIZED 1000 USD'),
      missing(other, 'CAPTURED 100000 USD'),
      missing(yen, 'CAPTURED 1000 JPY'),
    ].toSorted(),
  )
})

it('money taken or held for a declined payment is found', async () => {
  const [taken, held] = [await pay(DECLINED_CARD), await pay(DECLINED_CARD)]
  intents = [captured(taken), captured(held, { status: 'AUTHORIZED' })]
  expect(await kinds()).toEqual([
    ['captured_but_not_approved', taken, 'CAPTURED 1000 USD'],
    ['left_authorized', held, 'AUTHORIZED 1000 USD'],
  ])
})

it('a second captured intent of one payment is found', async () => {
  const id = await pay()
  intents = [captured(id), captured(id)]
  expect(await kinds()).toEqual([['captured_but_not_approved', id, 'a second intent, CAPTURED 1000 USD']])
})

it('an intent without a payment, as after a restore, is found', async () => {
  const lost = newId('pay', NOW)
  intents = [captured(lost)]
  expect(await kinds()).toEqual([['bank_operation_without_payment', lost, 'CAPTURED 1000 USD']])
})

it('a payment that is made while the processor answers is left to the next comparison', async () => {
  const before = await pay()
  intents = [captured(before)]
  beforeAnswer = async () => {
    const during = await pay()
    await pay()
    intents.push(captured(during))
  }
  expect(await kinds()).toEqual([])
})

it('payments from before the period are not missed, and their late captures are judged', async () => {
  now = new Date(SINCE.getTime() - 30 * 60_000)
  const [quiet, late] = [await pay(), await pay()]
  now = new Date(SINCE.getTime() - 5 * 3_600_000)
  const old = await pay()
  expect(old < firstIdAt('pay', SINCE)).toBe(true)
  intents = [captured(late, { amountMinor: 999 }), captured(old)]
  expect(await kinds()).toEqual([['approved_but_not_captured', late, 'CAPTURED 999 USD']])
  expect(quiet < firstIdAt('pay', SINCE)).toBe(true)
})

async function refund(paymentId: string): Promise<string> {
  const { body } = await refundPayment(
    { ctx: shop.ctx, processor: shop.bank, leaseMs: 30_000 },
    { paymentId, body: { amount: 1 }, idempotencyKey: undefined, requestId: 'r', currency: 'USD' },
  )
  return JSON.parse(body).id
}

it('refunds that the processor lacks, made twice, or made without a refund of ours are found', async () => {
  const paymentId = await pay()
  intents = [captured(paymentId)]
  const [good, lost, twice, other] = [
    await refund(paymentId),
    await refund(paymentId),
    await refund(paymentId),
    await refund(paymentId),
  ]
  const made = (reference: string, amountMinor = 100) =>
    ({ reference, amountMinor, currency: 'USD', status: 'REFUNDED' }) as const
  const orphan = newId('ref', NOW)
  refunds = [made(good), made(twice), made(twice), made(other, 99), made(orphan)]
  expect((await kinds()).toSorted()).toEqual(
    [
      ['bank_refund_without_refund', orphan, 'REFUNDED 100 USD'],
      ['refunded_twice', twice, 'a second refund, 100 USD'],
      ['succeeded_but_not_refunded', lost, 'nothing'],
      ['succeeded_but_not_refunded', other, 'REFUNDED 99 USD'],
    ].toSorted(),
  )
})

it('a comparison whose processor does not answer fails, and finds nothing', async () => {
  await pay()
  beforeAnswer = () => Promise.reject(new Error('the processor is away'))
  await expect(kinds()).rejects.toThrow('the processor is away')
})
