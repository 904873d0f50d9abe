import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import {
  type CardToken,
  FOR_ONE_PAYMENT,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import { openTestPool } from '@/test/factories/create-shop'
import { describeProcessor } from '@/test/processor-conformance'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod, STRIPE_CARDS, stripeUnderTest } from '@/test/stripe/stripe-under-test'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { openStripe } from './stripe-api'
import { StripeProcessor, statementSuffixOf } from './stripe-processor'

const SECRET = 'sk_test_hunter2'

describeProcessor(
  'stripe',
  async () => {
    const testDatabase = await createTestDatabase({ tampered: true })
    const database = openTestPool(testDatabase.url, 20)
    const double = await startStripeDouble({ secretKey: SECRET })
    return stripeUnderTest({
      database,
      settings: { STRIPE_SECRET_KEY: SECRET, STRIPE_API_BASE: double.url },
      decide: async (url, decision) => void (await double.decide(url, decision)),
      async close() {
        expect(double.books.doubleCaptures()).toEqual([])
        await double.close()
        await database.close()
        await testDatabase.drop()
      },
    })
  },
  { repetitions: 20 },
)

describe('stripe alone', () => {
  let testDatabase: TestDatabase
  let database: Database
  let double: StripeDouble
  let processor: StripeProcessor
  let serial = 0
  /** Hours by which Stripe's clock is ahead. */
  let hoursAhead = 0

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ tampered: true })
    database = openTestPool(testDatabase.url)
    const now = () => new Date(Date.now() + hoursAhead * 3_600_000)
    double = await startStripeDouble({ secretKey: SECRET, now })
    processor = new StripeProcessor(database, { stripe: open() })
  })
  afterAll(async () => {
    await double.close()
    await database.close()
    await testDatabase.drop()
  })
  beforeEach(() => double.faults.clear())

  const open = () => openStripe({ STRIPE_SECRET_KEY: SECRET, STRIPE_API_BASE: double.url })
  const call = <T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs?: number) =>
    withProcessorTimeout(work, timeoutMs)
  const newReference = () => {
    serial += 1
    return `pay_${serial}`
  }
  async function tokenOf(number: string, use = FOR_ONE_PAYMENT): Promise<CardToken> {
    const hostedId = await createMethod(open(), number)
    const answer = await call((signal) => processor.tokenize({ hostedId }, use, signal))
    if (answer.outcome !== 'token') throw new Error(answer.outcome)
    return answer
  }
  async function authorize(
    reference: string,
    {
      number = STRIPE_CARDS.approved.number,
      token = '',
      returnUrl = 'http://localhost/r' as string | null,
    } = {},
    timeoutMs?: number,
  ) {
    const used = token || (await tokenOf(number)).token
    const request = { reference, token: used, amountMinor: 1_000, currency: 'USD', returnUrl }
    return call((signal) => processor.authorize(request, signal), timeoutMs)
  }
  const voidIt = (reference: string) => call((signal) => processor.void(reference, signal))
  const capture = (reference: string) => call((signal) => processor.capture(reference, signal))
  const refund = (paymentReference: string, reference: string, amountMinor = 400) =>
    call((signal) => processor.refund({ reference, paymentReference, amountMinor, currency: 'USD' }, signal))
  const at = (step: string) => new RegExp(`/v1/payment_intents${step}$`)

  it.each(['no_answer_after', 'no_answer_before', 'stored_500', 'stored_500_after', 'rate_limit'] as const)(
    'a refund with the fault %s is one refund after its repetitions, also later than its key',
    async (kind) => {
      const reference = newReference()
      await authorize(reference)
      await capture(reference)
      double.faults.next({ kind, path: /\/v1\/refunds$/, times: 2 })
      await expect(refund(reference, `ref_${reference}`)).rejects.toThrow(ProcessorUnreachable)
      double.faults.clear()
      hoursAhead += 25
      const answer = await refund(reference, `ref_${reference}`)
      expect(answer).toMatchObject({ outcome: 'refunded' })
      hoursAhead += 25
      expect(await refund(reference, `ref_${reference}`)).toEqual(answer)
      expect(double.books.byReference(reference)).toMatchObject([{ amountRefunded: 400 }])
    },
  )

  it('a refund that Stripe made, but whose id was never stored, is found among many', async () => {
    const reference = newReference()
    await authorize(reference)
    await capture(reference)
    double.faults.next({ kind: 'no_answer_after', path: /\/v1\/refunds$/, times: 2 })
    await expect(refund(reference, `ref_${reference}`)).rejects.toThrow(ProcessorUnreachable)
    double.faults.clear()
    for (let part = 0; part < 101; part += 1) await refund(reference, `ref_${reference}_${part}`, 1)
    hoursAhead += 25
    expect(await refund(reference, `ref_${reference}`)).toMatchObject({ outcome: 'refunded' })
    expect(double.books.byReference(reference)).toMatchObject([{ amountRefunded: 501 }])
  })

  it('a refund that failed after it had succeeded is declined under its reference, and its amount is left', async () => {
    const reference = newReference()
    await authorize(reference)
    await capture(reference)
    const answer = await refund(reference, `ref_${reference}`, 1_000)
    if (answer.outcome !== 'refunded') throw new Error(answer.outcome)
    double.failRefund(answer.processorReference)
    const declined = { outcome: 'declined', declineCode: 'lost_or_stolen_card' }
    expect(await refund(reference, `ref_${reference}`, 1_000)).toEqual(declined)
    expect(await refund(reference, `ref_again_${reference}`, 1_000)).toMatchObject({ outcome: 'refunded' })
  })

  it('a pending refund counts as refunded', async () => {
    const reference = newReference()
    await authorize(reference, { number: '4000000000007726' })
    await capture(reference)
    expect(await refund(reference, `ref_${reference}`)).toMatchObject({ outcome: 'refunded' })
  })

  it.each(['no_answer_after', 'no_answer_before', 'stored_500', 'stored_500_after', 'rate_limit'] as const)(
    'a creation with the fault %s reserves nothing, and the void bars the reference for ever',
    async (kind) => {
      const reference = newReference()
      const { token } = await tokenOf(STRIPE_CARDS.approved.number)
      // The package itself repeats a request once after a broken connection.
      double.faults.next({ kind, path: at(''), times: 2 })
      await expect(authorize(reference, { token })).rejects.toThrow(ProcessorUnreachable)
      double.faults.clear()
      expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
      expect(await authorize(reference, { token })).toEqual({ outcome: 'refused' })
      expect(double.books.byReference(reference).every(({ authorizations }) => authorizations === 0)).toBe(
        true,
      )
    },
  )

  it.each(['no_answer_after', 'stored_500_after', 'slow'] as const)(
    'a confirmation with the fault %s is not repeated, and the void releases the money',
    async (kind) => {
      const reference = newReference()
      const { token } = await tokenOf(STRIPE_CARDS.approved.number)
      double.faults.next({ kind, path: at('/\\w+/confirm'), times: 2, ms: 600 })
      await expect(authorize(reference, { token }, kind === 'slow' ? 400 : undefined)).rejects.toThrow(
        ProcessorUnreachable,
      )
      await double.settled()
      double.faults.clear()
      expect(await voidIt(reference)).toMatchObject({ outcome: 'voided' })
      expect(double.books.byReference(reference)).toMatchObject([
        { status: 'canceled', authorizations: 1, captures: 0 },
      ])
    },
  )

  it('a confirmation that arrives after the void fails at Stripe', async () => {
    const reference = newReference()
    const { token } = await tokenOf(STRIPE_CARDS.approved.number)
    double.faults.next({ kind: 'slow', path: at('/\\w+/confirm'), ms: 500 })
    const late = authorize(reference, { token }, 200)
    await expect(late).rejects.toThrow(ProcessorUnreachable)
    expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
    await double.settled()
    expect(double.books.byReference(reference)).toMatchObject([{ status: 'canceled', authorizations: 0 }])
  })

  it.each(['no_answer_after', 'stored_500_after'] as const)(
    'a capture with the fault %s is reported by the void, with the codes of the approval',
    async (kind) => {
      const reference = newReference()
      await authorize(reference)
      double.faults.next({ kind, path: at('/\\w+/capture'), times: 2 })
      await expect(capture(reference)).rejects.toThrow(ProcessorUnreachable)
      double.faults.clear()
      expect(await voidIt(reference)).toMatchObject({ outcome: 'captured' })
      expect(double.books.byReference(reference)).toMatchObject([{ captures: 1, amountReceived: 1_000 }])
    },
  )

  it('a double capture takes the money once', async () => {
    const reference = newReference()
    await authorize(reference)
    const answers = await Promise.all(Array.from({ length: 5 }, () => capture(reference)))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['captured']))
    expect(double.books.doubleCaptures()).toEqual([])
  })

  it.each(['lock_timeout', 'key_in_use'] as const)(
    'a request that Stripe refuses with %s is sent again within the time limit, and is unknown after it',
    async (kind) => {
      const reference = newReference()
      double.faults.next({ kind, path: at('/\\w+/confirm'), times: 2 })
      expect(await authorize(reference)).toMatchObject({ outcome: 'authorized' })
      double.faults.next({ kind, path: at('/\\w+/capture'), times: 1_000 })
      await expect(call((signal) => processor.capture(reference, signal), 400)).rejects.toThrow(
        ProcessorUnreachable,
      )
    },
  )

  it.each([
    ['processing', 'processing'],
    ['another amount', 'other_amount'],
  ] as const)('an intent that Stripe reports with %s is never an approval of our amount', async (_, kind) => {
    const reference = newReference()
    double.faults.next({ kind, path: at('/\\w+/confirm') })
    const answer = authorize(reference)
    // The charge protocol captures no other amount.
    if (kind === 'other_amount') expect(await answer).toMatchObject({ amountMinor: 1_001 })
    else await expect(answer).rejects.toThrow(ProcessorUnreachable)
    expect(await voidIt(reference)).toMatchObject({ outcome: 'voided' })
  })

  it.each([
    ['Café Aurora & Hijos', 'CAFE AUROR'],
    ["Ana's <Shop>", 'ANA S SHOP'],
    ['東京', null],
    ['42', null],
  ])('the merchant %s is on the statement as %s', (name, suffix) => {
    expect(statementSuffixOf(name)).toBe(suffix)
  })

  it('an amount without decimals is sent to Stripe as it is', async () => {
    const reference = newReference()
    const { token } = await tokenOf(STRIPE_CARDS.approved.number)
    const request = { reference, token, amountMinor: 1_000, currency: 'JPY', returnUrl: 'http://localhost/r' }
    expect(await call((signal) => processor.authorize(request, signal))).toMatchObject({
      amountMinor: 1_000,
      currency: 'JPY',
    })
    expect(double.books.byReference(reference)).toMatchObject([{ amount: 1_000, currency: 'jpy' }])
  })

  it('a saved card is charged without its owner, and one that needs its owner is declined', async () => {
    const kept = { keepFor: `cus_${newReference()}`, verify: true }
    const { token } = await tokenOf(STRIPE_CARDS.approved.number, kept)
    expect(await authorize(newReference(), { token, returnUrl: null })).toMatchObject({
      outcome: 'authorized',
    })
    const { token: needsOwner } = await tokenOf(STRIPE_CARDS.confirmation.number, { ...kept, verify: false })
    const first = newReference()
    const asked = await authorize(first, { token: needsOwner })
    if (asked.outcome !== 'confirmation_required') throw new Error(asked.outcome)
    await double.decide(asked.confirmUrl, 'approve')
    expect(await call((signal) => processor.confirmed(first, signal))).toMatchObject({
      outcome: 'authorized',
    })
    expect(await authorize(newReference(), { token: needsOwner, returnUrl: null })).toMatchObject({
      outcome: 'declined',
      declineCode: 'authentication_required',
    })
  })

  it('a card saved with a payment belongs to one customer of Stripe, however often it is saved', async () => {
    const owner = `cus_${newReference()}`
    const uses = Array.from({ length: 4 }, () =>
      tokenOf(STRIPE_CARDS.approved.number, { keepFor: owner, verify: false }),
    )
    const customers = new Set((await Promise.all(uses)).map(({ token }) => token.split(':')[0]))
    expect(customers.size).toBe(1)
  })

  it('a card that is verified for later may be declined, or need its owner in the page', async () => {
    const kept = { keepFor: `cus_${newReference()}`, verify: true }
    const verify = async (number: string, hostedId?: string) => {
      const id = hostedId ?? (await createMethod(open(), number))
      return { id, answer: await call((signal) => processor.tokenize({ hostedId: id }, kept, signal)) }
    }
    expect((await verify(STRIPE_CARDS.declined.number)).answer).toEqual({
      outcome: 'declined',
      declineCode: 'generic_decline',
    })
    const { id, answer } = await verify(STRIPE_CARDS.confirmation.number)
    expect(answer).toMatchObject({ outcome: 'confirmation_required' })
    expect((await verify(STRIPE_CARDS.confirmation.number, id)).answer).toEqual(answer)
  })

  it('the money that Stripe holds or took is listed, newest first, without intents of other programs', async () => {
    const since = new Date(Date.now() - 60_000)
    const stripe = open()
    const foreign = {
      ...{ amount: 5_000, currency: 'usd', confirm: true, return_url: 'http://localhost/r' },
      payment_method: await createMethod(stripe, STRIPE_CARDS.approved.number),
      payment_method_types: ['card'],
      metadata: { reference: 'pay_of_another_program' },
    }
    await stripe.paymentIntents.create(foreign)
    const [taken, held] = [newReference(), newReference()]
    await authorize(taken)
    await capture(taken)
    await authorize(held)
    const found: unknown[] = []
    for await (const entry of processor.capturedSince(since))
      if ([taken, held, 'pay_of_another_program'].includes(entry.reference)) found.push(entry)
    expect(found).toEqual([
      { reference: held, amountMinor: 1_000, currency: 'USD', status: 'AUTHORIZED' },
      { reference: taken, amountMinor: 1_000, currency: 'USD', status: 'CAPTURED' },
    ])
  })

  it('neither a key nor a card reaches an error or the books', async () => {
    const wrong = new StripeProcessor(database, {
      stripe: openStripe({ STRIPE_SECRET_KEY: 'sk_test_wrong_hunter3', STRIPE_API_BASE: double.url }),
    })
    const failed = await call((signal) =>
      wrong.tokenize({ hostedId: 'pm_x' }, FOR_ONE_PAYMENT, signal),
    ).catch((error: Error) => `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`)
    expect(failed).toMatch(/StripeAuthenticationError/)
    expect(failed).not.toMatch(/hunter/)
    const { rows } = await database.as('checkout_stripe').query<{ all: string }>({
      text: 'SELECT i::text AS all FROM stripe.intent i UNION ALL SELECT c::text FROM stripe.customer c',
    })
    expect(rows.map(({ all }) => all).join()).not.toMatch(/42424242|hunter|pm_/)
  })
})
