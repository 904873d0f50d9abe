import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listOpenNotices } from '@/lib/service/notices/processor-notices'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { createShop, type Shop } from '@/test/factories/create-shop'
import { type Answer, type RunningApi, startApi } from '@/test/factories/running-api'

const SECRET = 'whsec_of_this_deployment'
const NOW = new Date('2026-11-20T12:00:00.000Z')
const PATH = '/api/stripe/webhooks'

describe('the address of Stripe’s webhooks', () => {
  let api: RunningApi
  let shop: Shop
  /** Runs when a payment reaches the processor, before its answer is stored. */
  let duringAuthorize: (reference: string) => Promise<void> = async () => {}
  let events = 0

  beforeAll(async () => {
    // No event of this file leads to a request to Stripe.
    const stripe = openStripe({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: 'http://127.0.0.1:1' })
    api = await startApi({ stripe: { webhookSecret: SECRET, api: stripe }, start: NOW })
    shop = await createShop({
      database: api.database,
      now: () => NOW,
      wrap: (bank) => ({
        cardEntry: bank.cardEntry,
        tokenize: (...call) => bank.tokenize(...call),
        authorize: async (request, signal) => {
          await duringAuthorize(request.reference)
          return bank.authorize(request, signal)
        },
        confirmed: (...call) => bank.confirmed(...call),
        capture: (...call) => bank.capture(...call),
        void: (...call) => bank.void(...call),
        lookup: (...call) => bank.lookup(...call),
        submitEvidence: (...call) => bank.submitEvidence(...call),
        refund: (...call) => bank.refund(...call),
      }),
    })
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    await system().query({ text: 'UPDATE health.processor_notice SET closed_at = now()' })
  })

  const system = () => api.database.as('checkout_system')
  const notices = () => listOpenNotices(system())

  async function payments() {
    const { rows } = await system().query<{ id: string }>({
      text: 'SELECT id, status, step, amount_minor, settlement_id FROM service.payment ORDER BY id',
    })
    return rows
  }

  function eventOf(type: string, object: object, over: object = {}) {
    events += 1
    const created = NOW.getTime() / 1_000 - 60
    return { id: `evt_${events}`, object: 'event', type, created, data: { object }, ...over }
  }

  function post(event: object, { secret = SECRET, ageS = 0 } = {}): Promise<Answer> {
    const payload = JSON.stringify(event)
    const timestamp = NOW.getTime() / 1_000 - ageS
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return api.request('POST', PATH, { body: payload, headers: { 'Stripe-Signature': signature } })
  }

  async function addIntent(reference: string, intentId: string): Promise<void> {
    await api.database.as('checkout_stripe').query({
      text: `INSERT INTO stripe.intent (reference, intent_id, amount_minor, currency, created_at, updated_at)
        VALUES ($1, $2, 2500, 'USD', $3, $3)`,
      values: [reference, intentId, NOW],
    })
  }

  /** Returns the id of an approved payment with an intent. */
  async function paid(intentId: string): Promise<string> {
    const link = await shop.newLink()
    const result = await shop.pay(link.id)
    if (result.kind !== 'attempted') throw new Error(`the link was not paid: ${result.kind}`)
    await addIntent(result.attempt.paymentId, intentId)
    return result.attempt.paymentId
  }

  it('a refund, a failed payout and a switched-off account become one notice each', async () => {
    const id = await paid('pi_all')
    const before = await payments()
    const refund = { payment_intent: 'pi_all', currency: 'usd', amount: 700 }
    const payout = { amount: 9_000, currency: 'usd', status: 'failed', failure_code: 'account_closed' }
    const account = { charges_enabled: false, payouts_enabled: true, requirements: null }
    for (const event of [
      eventOf('refund.created', refund),
      eventOf('payout.failed', payout),
      eventOf('account.updated', account),
      // Stripe repeats this event while the account stays switched off.
      eventOf('account.updated', account),
    ])
      expect(await post(event)).toMatchObject({ status: 200, body: { received: true } })
    const ofPayment = { account_id: shop.ctx.accountId, payment_id: id, amount_minor: 700, currency: 'USD' }
    const ofNone = { account_id: null, payment_id: null }
    expect((await notices()).toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      { kind: 'account', ...ofNone, summary: 'charges switched off: no reason given' },
      { kind: 'payout', ...ofNone, amount_minor: 9_000, summary: expect.stringContaining('account_closed') },
      { kind: 'refund', ...ofPayment, occurred_at: new Date(NOW.getTime() - 60_000) },
    ])
    expect(await payments()).toEqual(before)
  })

  it('a repeated event changes nothing, even at the same time or after the notice was closed', async () => {
    await paid('pi_repeat')
    const refund = eventOf('refund.created', { payment_intent: 'pi_repeat', currency: 'usd', amount: 100 })
    const answers = await Promise.all([post(refund), post(refund), post(refund)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await notices()).toHaveLength(1)
    await system().query({ text: 'UPDATE health.processor_notice SET closed_at = now()' })
    expect((await post(refund)).status).toBe(200)
    expect(await notices()).toEqual([])
  })

  it('refunds that the service asked for are no notice; others of the same payment are', async () => {
    const id = await paid('pi_own')
    await api.database.as('checkout_stripe').query({
      text: `INSERT INTO stripe.refund (reference, payment_reference, amount_minor, created_at, updated_at)
        VALUES ('ref_own', $1, 700, $2, $2)`,
      values: [id, NOW],
    })
    const refund = {
      payment_intent: 'pi_own',
      currency: 'usd',
      amount: 700,
      metadata: { reference: 'ref_own' },
    }
    await post(eventOf('refund.created', refund))
    expect(await notices()).toEqual([])
    await post(eventOf('refund.created', { ...refund, amount: 1, metadata: {} }))
    await post(eventOf('refund.failed', refund))
    await post(eventOf('refund.failed', { ...refund, amount: 2, metadata: {} }))
    expect((await notices()).map(({ amount_minor }) => amount_minor).toSorted()).toEqual([1, 2])
  })

  it('a refund of ours that failed later is reversed if the processor says so too, and Stripe repeats its event until then', async () => {
    const paymentId = await paid('pi_back')
    const { body } = await refundPayment(
      { ctx: shop.ctx, processor: shop.bank, leaseMs: 30_000 },
      { paymentId, body: { amount: 7 }, idempotencyKey: undefined, requestId: 'req_1', currency: 'USD' },
    )
    const { id: reference } = JSON.parse(body)
    await api.database.as('checkout_stripe').query({
      text: `INSERT INTO stripe.refund (reference, payment_reference, amount_minor, created_at, updated_at)
        VALUES ($1, $2, 700, $3, $3)`,
      values: [reference, paymentId, NOW],
    })
    const status = async () => {
      const { rows } = await system().query<{ status: string }>({
        text: 'SELECT status FROM service.refund WHERE id = $1',
        values: [reference],
      })
      return rows[0]?.status
    }
    const failed = () =>
      post(
        eventOf('refund.failed', {
          ...{ payment_intent: 'pi_back', currency: 'usd', amount: 700, metadata: { reference } },
        }),
      )
    expect([(await failed()).status, await status()]).toEqual([200, 'SUCCEEDED'])
    await changeTestBank(api.database, { outage: true })
    expect([(await failed()).status, await status()]).toEqual([503, 'SUCCEEDED'])
    await changeTestBank(api.database, { outage: false })
    await api.database.as('checkout_bank').query({
      text: `UPDATE test_bank.refund SET status = 'DECLINED' WHERE reference = $1`,
      values: [reference],
    })
    expect([(await failed()).status, await status()]).toEqual([200, 'FAILED'])
    expect((await failed()).status).toBe(200)
    expect(await notices()).toEqual([])
  })

  it.each([
    ['another secret', { secret: 'whsec_of_another' }],
    ['a signature that is older than five minutes', { ageS: 301 }],
  ])('a request with %s is refused and records nothing', async (_, how) => {
    await paid(`pi_${events}`)
    const refund = { payment_intent: `pi_${events}`, currency: 'usd', amount: 700 }
    const refused = await post(eventOf('refund.created', refund), how)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'invalid_parameters',
          details: { fields: [{ field: 'Stripe-Signature', code: 'invalid_signature' }] },
        },
      },
    })
    expect(JSON.stringify(refused.body)).not.toContain(SECRET)
    expect(await notices()).toEqual([])
  })

  it('a body that differs from the signed one, none, and one of 300 KiB are refused', async () => {
    const payload = JSON.stringify(eventOf('payout.failed', { amount: 1, currency: 'usd', status: 'failed' }))
    const timestamp = NOW.getTime() / 1_000
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp })
    const headers = { 'Stripe-Signature': signature }
    for (const body of [payload.replace('failed', 'FAILED'), undefined, 'x'.repeat(300 * 1_024)])
      expect((await api.request('POST', PATH, { body, headers })).status).toBe(400)
    expect((await api.request('POST', PATH, { body: payload })).status).toBe(400)
    expect((await api.request('GET', PATH)).status).toBe(405)
    expect(await notices()).toEqual([])
  })

  it('a refund of a payment that took no money, as of a released reservation, is no notice', async () => {
    const result = await shop.pay((await shop.newLink()).id, '4000000000000002')
    if (result.kind !== 'attempted') throw new Error(result.kind)
    await addIntent(result.attempt.paymentId, 'pi_released')
    const refund = { payment_intent: 'pi_released', currency: 'usd', amount: 700 }
    expect((await post(eventOf('refund.created', refund))).status).toBe(200)
    expect(await notices()).toEqual([])
  })

  it('events of foreign intents, of connected accounts and of other types are acknowledged and ignored', async () => {
    await paid('pi_ours')
    const refund = { currency: 'usd', amount: 700 }
    for (const event of [
      eventOf('refund.created', { ...refund, payment_intent: 'pi_of_another_program' }),
      eventOf('refund.created', { ...refund, payment_intent: null }),
      eventOf('refund.created', { ...refund, payment_intent: 'pi_ours' }, { account: 'acct_connected' }),
      eventOf('account.updated', { charges_enabled: true, payouts_enabled: true }),
      eventOf('invoice.paid', {}),
    ])
      expect((await post(event)).status).toBe(200)
    expect(await notices()).toEqual([])
  })

  it('a webhook that arrives before the answer is stored does not decide the payment', async () => {
    const seen: unknown[] = []
    duringAuthorize = async (reference) => {
      await addIntent(reference, 'pi_early')
      for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed', 'charge.captured'])
        seen.push((await post(eventOf(type, { id: 'pi_early', payment_intent: 'pi_early' }))).status)
      seen.push((await payments()).find(({ id }) => id === reference))
    }
    const link = await shop.newLink()
    const declined = await shop.pay(link.id, '4000000000009995')
    duringAuthorize = async () => {}
    expect(seen).toEqual([200, 200, 200, expect.objectContaining({ status: 'PENDING', step: 'AUTHORIZING' })])
    expect(declined).toMatchObject({ attempt: { status: 'FAILED', declineCode: 'insufficient_funds' } })
    expect(await notices()).toEqual([])
  })

  it('without a secret the address does not exist', async () => {
    const other = await startApi({ start: NOW })
    expect((await other.request('POST', PATH, { body: {} })).status).toBe(404)
    await other.stop()
  })
})
