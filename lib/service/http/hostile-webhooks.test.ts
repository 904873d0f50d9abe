import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOpenNotices } from '@/lib/service/notices/processor-notices'
import { createShop, type Shop } from '@/test/factories/create-shop'
import { type RunningApi, startApi } from '@/test/factories/running-api'

const SECRET = 'whsec_of_this_deployment'
const NOW = new Date('2026-11-20T12:00:00.000Z')
let api: RunningApi
let shop: Shop
beforeAll(async () => {
  api = await startApi({ stripeWebhookSecret: SECRET, start: NOW })
  shop = await createShop({ database: api.database, now: () => NOW })
})
afterAll(() => api.stop())

it('the release of a reservation, which Stripe reports as a refund of an uncaptured charge, is no notice', async () => {
  const result = await shop.pay((await shop.newLink()).id)
  if (result.kind !== 'attempted') throw new Error(result.kind)
  await api.database.as('checkout_stripe').query({
    text: `INSERT INTO stripe.intent (reference, intent_id, amount_minor, currency, created_at, updated_at)
      VALUES ($1, 'pi_voided', 2500, 'USD', $2, $2)`,
    values: [result.attempt.paymentId, NOW],
  })
  const payload = JSON.stringify({
    id: 'evt_release',
    object: 'event',
    type: 'charge.refunded',
    created: NOW.getTime() / 1_000,
    data: {
      object: {
        object: 'charge',
        payment_intent: 'pi_voided',
        currency: 'usd',
        amount: 2_500,
        amount_captured: 0,
        amount_refunded: 2_500,
        captured: false,
        refunded: true,
      },
    },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: SECRET,
    timestamp: NOW.getTime() / 1_000,
  })
  await api.request('POST', '/api/stripe/webhooks', {
    body: payload,
    headers: { 'Stripe-Signature': signature },
  })
  expect(await listOpenNotices(api.database.as('checkout_system'))).toEqual([])
})
