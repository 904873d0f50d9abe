import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
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

it('payments by Stripe agree with Stripe’s own list, and one that Stripe did not capture is found', async () => {
  const paid = await pay('4242424242424242')
  await pay('4000000000000002')
  const capturesSince = new Date(Date.now() - 60_000)
  expect(await checkCoherence({ database, books, capturesSince })).toEqual([])
  const forgetful = { capturedSince: async function* () {} }
  expect(await checkCoherence({ database, books: forgetful, capturesSince })).toMatchObject([
    { kind: 'approved_but_not_captured', object_id: paid, found: 'nothing' },
  ])
})
