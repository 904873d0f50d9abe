import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type StripeDouble, startStripeDouble } from './double'
import { createMethod } from './stripe-under-test'

const SECRET = 'sk_test_hunter2'

let test: TestDatabase
let database: Database
let double: StripeDouble
let books: StripeProcessor
let shop: Shop

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
  double = await startStripeDouble({ secretKey: SECRET })
  books = new StripeProcessor(database, { stripe: stripe() })
  shop = await createShop({ database, wrap: () => books })
})
afterAll(async () => {
  await test.drop({ books })
  await double.close()
  await database.close()
})

const stripe = () => openStripe({ STRIPE_SECRET_KEY: SECRET, STRIPE_API_BASE: double.url })

async function pay(number: string): Promise<string> {
  const { id } = await shop.newLink()
  const card = { hostedId: await createMethod(stripe(), number) }
  const result = await shop.pay(id, number, { card })
  if (result.kind !== 'attempted') throw new Error(`nothing was attempted: ${result.kind}`)
  return result.attempt.paymentId
}

it('payments and refunds by Stripe agree with Stripe’s own lists, and those that Stripe lacks are found', async () => {
  const paid = await pay('4242424242424242')
  await pay('4000000000000002')
  const capturesSince = new Date(Date.now() - 60_000)
  const refund = async (amount: number) => {
    const answer = await refundPayment(
      { ctx: shop.ctx, processor: books, leaseMs: 30_000 },
      { paymentId: paid, body: { amount }, idempotencyKey: undefined, requestId: 'r', currency: 'USD' },
    )
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'SUCCEEDED' })
    return JSON.parse(answer.body).id
  }
  const refunds = [await refund(10), await refund(5)]
  expect(await checkCoherence({ database, books, capturesSince })).toEqual([])
  const forgetful = {
    capturedSince: async function* () {},
    refundsSince: async function* () {},
    failedRefundsSince: async function* () {},
    disputesSince: async function* () {},
  }
  expect(await checkCoherence({ database, books: forgetful, capturesSince })).toMatchObject([
    { kind: 'approved_but_not_captured', object_id: paid, found: 'nothing' },
    ...refunds.map((id) => ({ kind: 'succeeded_but_not_refunded', object_id: id, found: 'nothing' })),
  ])
})
