import { Client } from 'pg'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import {
  type CardUse,
  FOR_ONE_PAYMENT,
  type TokenizeAnswer,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import { openTestPool } from '@/test/factories/create-shop'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod, STRIPE_CARDS } from '@/test/stripe/stripe-under-test'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { openStripe } from './stripe-api'
import { StripeProcessor } from './stripe-processor'

const SECRET = 'sk_test_hunter2'
const RETURN_URL = 'http://localhost/r'

describe('stripe with a hostile payer, or a lost commit', () => {
  let testDatabase: TestDatabase
  let database: Database
  let double: StripeDouble
  let processor: StripeProcessor

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ tampered: true })
    database = openTestPool(testDatabase.url)
    double = await startStripeDouble({ secretKey: SECRET })
    processor = new StripeProcessor(database, { stripe: open() })
  })
  afterAll(async () => {
    await double.close()
    await database.close()
    await testDatabase.drop()
  })
  beforeEach(() => double.faults.clear())

  const open = () => openStripe({ STRIPE_SECRET_KEY: SECRET, STRIPE_API_BASE: double.url })
  const call = <T>(work: (signal: AbortSignal) => Promise<T>) => withProcessorTimeout(work)
  const tokenize = (hostedId: string, use: CardUse): Promise<TokenizeAnswer> =>
    call((signal) => processor.tokenize({ hostedId }, use, signal))
  const confirmed = (reference: string) => call((signal) => processor.confirmed(reference, signal))
  const voidIt = (reference: string) => call((signal) => processor.void(reference, signal))
  const capture = (reference: string) => call((signal) => processor.capture(reference, signal))

  async function authorize(reference: string, number: string) {
    const answer = await tokenize(await createMethod(open(), number), FOR_ONE_PAYMENT)
    if (answer.outcome !== 'token') throw new Error(answer.outcome)
    const request = {
      reference,
      token: answer.token,
      amountMinor: 1_000,
      currency: 'USD',
      returnUrl: RETURN_URL,
    }
    return call((signal) => processor.authorize(request, signal))
  }

  it('a SetupIntent that was confirmed with another card verifies no card of ours', async () => {
    const use = { keepFor: 'join_swap', verify: true }
    const victim = await createMethod(open(), STRIPE_CARDS.confirmation.number)
    const asked = await tokenize(victim, use)
    if (asked.outcome !== 'confirmation_required') throw new Error(asked.outcome)
    // The page’s client secret and the public key allow this: the same intent is confirmed with the thief's own card.
    const [setup = ''] = asked.clientSecret.split('_secret_')
    const own = await createMethod(open(), STRIPE_CARDS.approved.number)
    await open().setupIntents.confirm(setup, { payment_method: own })
    const again = await tokenize(victim, use).catch(() => ({ outcome: 'no answer' }))
    expect(again.outcome, 'the card whose owner never confirmed').not.toBe('token')
  })

  it('a payment that was refused leaves no intent that its payer can go on confirming', async () => {
    const reference = newId('pay', new Date())
    const asked = await authorize(reference, STRIPE_CARDS.confirmation.number)
    if (asked.outcome !== 'confirmation_required') throw new Error(asked.outcome)
    await double.decide(asked.confirmUrl, 'refuse')
    // FAILED is final here.
    expect(await confirmed(reference)).toMatchObject({ outcome: 'declined' })
    // The address of the confirmation, which the payer has, names the intent and its client secret.
    const id = double.books.byReference(reference)[0]?.id ?? ''
    const other = await createMethod(open(), STRIPE_CARDS.approved.number)
    await open()
      .paymentIntents.confirm(id, { payment_method: other, return_url: RETURN_URL })
      .catch(() => {})
    expect(double.books.byReference(reference)).toMatchObject([{ authorizations: 0, amountCapturable: 0 }])
  })

  it('a void that finds no id, but a captured intent under its key, reports the captured money', async () => {
    const reference = newId('pay', new Date())
    await authorize(reference, STRIPE_CARDS.approved.number)
    await capture(reference)
    // A database that was restored, or a replica that took over without the last commits.
    await database.as('checkout_stripe').query({
      text: 'UPDATE stripe.intent SET intent_id = NULL WHERE reference = $1',
      values: [reference],
    })
    expect(await voidIt(reference)).toMatchObject({ outcome: 'captured' })
  })

  it('money that was captured after the backup from which the database was restored is found', async () => {
    const reference = newId('pay', new Date())
    await authorize(reference, STRIPE_CARDS.approved.number)
    await capture(reference)
    // The owner of the tables restores: neither the payment nor the row of the adapter is in the backup.
    const owner = new Client({ connectionString: testDatabase.url })
    await owner.connect()
    await owner.query('DELETE FROM stripe.intent WHERE reference = $1', [reference])
    await owner.end()
    const breaks = await checkCoherence({
      database,
      books: processor,
      capturesSince: new Date(Date.now() - 3_600_000),
    })
    expect(breaks.map(({ object_id }) => object_id)).toContain(reference)
  })

  it('an amount that Stripe never charges is declined, and not left as unknown', async () => {
    const stripe = open()
    // The double has no least amounts; Stripe answers so below 0.50 USD.
    const refusal = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: 'Amount must convert to at least 50 cents.',
    })
    stripe.paymentIntents.create = () => Promise.reject(refusal)
    const small = new StripeProcessor(database, { stripe })
    const request = {
      ...{ reference: newId('pay', new Date()), token: 'pm_small' },
      ...{ amountMinor: 30, currency: 'USD', returnUrl: RETURN_URL },
    }
    const answer = await call((signal) => small.authorize(request, signal)).catch((error: Error) => error)
    expect(answer).toMatchObject({ outcome: 'declined' })
  })

  it('a saved card of somebody else is refused by its id before it is asked for', async () => {
    const owner = await tokenize(await createMethod(open(), STRIPE_CARDS.approved.number), {
      keepFor: 'cus_owner',
      verify: true,
    })
    if (owner.outcome !== 'token') throw new Error(owner.outcome)
    const [, method = ''] = owner.token.split(':')
    const stranger = await tokenize(method, FOR_ONE_PAYMENT).catch(() => ({ outcome: 'refused' }))
    expect(stranger.outcome).not.toBe('token')
  })
})
