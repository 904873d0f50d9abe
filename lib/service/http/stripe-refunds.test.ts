import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { reverseMissedRefunds } from '@/lib/service/refunds/reverse-refund'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { type RunningApi, startApi } from '@/test/factories/running-api'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'

const WEBHOOK_SECRET = 'whsec_of_this_deployment'
const SECRET_KEY = 'sk_test_hunter2'
const NOW = new Date('2026-11-20T12:00:00.000Z')
const CARD = '4242424242424242'

describe('refunds that fail at Stripe after they had succeeded', () => {
  let double: StripeDouble
  let api: RunningApi
  let database: Database
  let shop: Shop
  let processor: StripeProcessor
  let now = NOW

  beforeAll(async () => {
    double = await startStripeDouble({ secretKey: SECRET_KEY, now: () => NOW })
    api = await startApi({
      stripe: { webhookSecret: WEBHOOK_SECRET, api: open() },
      start: NOW,
      wrapDatabase: (_, url) => {
        // The comparison of the books at the end needs it longer than the API lives.
        database = openTestPool(url)
        processor = new StripeProcessor(database, { stripe: open(), now: () => NOW })
        return database
      },
      wrapBank: () => processor,
    })
    shop = await createShop({ database: api.database, now: () => NOW, wrap: () => processor })
  })
  afterAll(async () => {
    await api.stop({ books: processor })
    await database.close()
    await double.close()
  })
  beforeEach(() => {
    double.faults.clear()
    now = NOW
  })

  const open = () => openStripe({ STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_API_BASE: double.url })
  const missed = () => reverseMissedRefunds({ ...api, processor, books: processor, now: () => now })

  /** Refunds a part of a new payment; returns our id of the refund and Stripe's. */
  async function refund(): Promise<{ refundId: string; stripeId: string }> {
    const { id } = await shop.newLink()
    const card = { hostedId: await createMethod(open(), CARD) }
    const paid = await shop.pay(id, CARD, { card })
    if (paid.kind !== 'attempted') throw new Error(`nothing was attempted: ${paid.kind}`)
    const { paymentId } = paid.attempt
    const { body } = await refundPayment(
      { ctx: shop.ctx, processor, leaseMs: 30_000 },
      { paymentId, body: { amount: 7 }, idempotencyKey: undefined, requestId: 'r', currency: 'USD' },
    )
    const refundId = JSON.parse(body).id
    return { refundId, stripeId: (await stripeIdOf(paymentId)) ?? '' }
  }

  async function stripeIdOf(paymentId: string): Promise<string | undefined> {
    const intent = double.books.byReference(paymentId)[0]?.id ?? ''
    return (await open().refunds.list({ payment_intent: intent })).data[0]?.id
  }

  async function statusOf(refundId: string): Promise<string | undefined> {
    const { rows } = await api.database.as('checkout_system').query<{ status: string }>({
      text: 'SELECT status FROM service.refund WHERE id = $1',
      values: [refundId],
    })
    return rows[0]?.status
  }

  /** Sends an event about a refund as Stripe shows it now. */
  async function send(type: string, stripeId: string): Promise<number> {
    // A refund of Stripe is JSON.
    const object = JSON.parse(JSON.stringify(await open().refunds.retrieve(stripeId)))
    const url = `${api.origin}/api/stripe/webhooks`
    return (await double.sendEvent(url, WEBHOOK_SECRET, { type, object })).status
  }

  it('a refund whose failure no webhook reported is reversed once, from Stripe’s list, weeks later', async () => {
    const [failed, kept] = [await refund(), await refund()]
    double.failRefund(failed.stripeId)
    now = new Date(NOW.getTime() + 80 * 86_400_000)
    expect(await missed()).toBe(1)
    expect([await statusOf(failed.refundId), await statusOf(kept.refundId)]).toEqual(['FAILED', 'SUCCEEDED'])
    expect(await missed()).toBe(0)
    double.faults.next({ kind: 'no_answer_before', method: 'GET', path: /\/v1\/refunds$/, times: 2 })
    await expect(missed()).rejects.toThrow('Stripe did not answer')
  })

  it('Stripe repeats a failure that it reports before the success of the refund is stored', async () => {
    let early: number | null = null
    const { refund: refundAtStripe } = processor
    processor.refund = async (...call) => {
      const answer = await refundAtStripe.apply(processor, call)
      const stripeId = (await stripeIdOf(call[0].paymentReference)) ?? ''
      double.failRefund(stripeId)
      early = await send('refund.failed', stripeId)
      return answer
    }
    const { refundId, stripeId } = await refund()
    processor.refund = refundAtStripe
    expect([early, await statusOf(refundId)]).toEqual([503, 'SUCCEEDED'])
    expect([await send('refund.failed', stripeId), await statusOf(refundId)]).toEqual([200, 'FAILED'])
  })

  it.each(['refund.updated', 'charge.refund.updated'])(
    'a failure that %s reports is reversed',
    async (type) => {
      const { refundId, stripeId } = await refund()
      expect([await send(type, stripeId), await statusOf(refundId)]).toEqual([200, 'SUCCEEDED'])
      double.failRefund(stripeId)
      expect([await send(type, stripeId), await statusOf(refundId)]).toEqual([200, 'FAILED'])
    },
  )
})
