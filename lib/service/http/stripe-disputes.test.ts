import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { recordMissedDisputes } from '@/lib/service/disputes/record-dispute'
import { listOpenNotices } from '@/lib/service/notices/processor-notices'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { type RunningApi, startApi } from '@/test/factories/running-api'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'

const WEBHOOK_SECRET = 'whsec_of_this_deployment'
const SECRET_KEY = 'sk_test_hunter2'
const NOW = new Date('2026-11-20T12:00:00.000Z')
const DISPUTED_CARD = '4000000000000259'
const INQUIRED_CARD = '4000000000001976'

describe('disputes that Stripe reports', () => {
  let double: StripeDouble
  let api: RunningApi
  let database: Database
  let shop: Shop
  let processor: StripeProcessor
  /** Runs when a payment's money was taken, before its answer is stored. */
  let afterCapture: () => Promise<void> = async () => {}

  beforeAll(async () => {
    double = await startStripeDouble({ secretKey: SECRET_KEY, now: () => NOW })
    const stripe = open()
    api = await startApi({ stripe: { webhookSecret: WEBHOOK_SECRET, api: stripe }, start: NOW })
    // The comparison of the books at the end needs it longer than the API lives.
    database = openTestPool(api.databaseUrl)
    processor = new StripeProcessor(database, { stripe, now: () => NOW })
    const capture = processor.capture.bind(processor)
    processor.capture = async (...call) => {
      const answer = await capture(...call)
      await afterCapture()
      return answer
    }
    shop = await createShop({ database: api.database, now: () => NOW, wrap: () => processor })
  })
  afterAll(async () => {
    await api.stop({ books: processor })
    await database.close()
    await double.close()
  })
  beforeEach(async () => {
    double.faults.clear()
    await system().query({ text: 'UPDATE health.processor_notice SET closed_at = now()' })
  })

  const open = () => openStripe({ STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_API_BASE: double.url })
  const system = () => api.database.as('checkout_system')
  const notices = () => listOpenNotices(system())
  const missed = () => recordMissedDisputes({ ...api, books: processor })

  async function disputes(paymentId: string) {
    const { rows } = await system().query<{ status: string }>({
      text: 'SELECT status, amount_minor, reason, evidence_due_at FROM service.dispute WHERE payment_id = $1',
      values: [paymentId],
    })
    return rows
  }

  async function ledgerEntries(paymentId: string): Promise<number> {
    const { count } = await system().query({
      text: 'SELECT FROM service.ledger_entry WHERE payment_id = $1',
      values: [paymentId],
    })
    return count
  }

  /** Returns an approved payment with its intent, and the dispute that its card opens, if it is one that does. */
  async function pay(number: string) {
    const { id } = await shop.newLink()
    const card = { hostedId: await createMethod(open(), number) }
    const result = await shop.pay(id, number, { card })
    if (result.kind !== 'attempted') throw new Error(`nothing was attempted: ${result.kind}`)
    const { paymentId } = result.attempt
    const intentId = double.books.byReference(paymentId)[0]?.id ?? ''
    return { paymentId, intentId, disputeId: double.disputeOf(intentId) ?? '' }
  }

  /** Sends an event about a dispute; its content is the dispute now, unless another is given. */
  async function send(step: string, disputeId: string, object: object = double.dispute(disputeId)) {
    const event = { type: `charge.dispute.${step}`, object: { ...object } }
    const { status } = await double.sendEvent(`${api.origin}/api/stripe/webhooks`, WEBHOOK_SECRET, event)
    return status
  }

  it('a dispute is recorded with its amount, reason and deadline, and is no notice', async () => {
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    expect(await send('created', disputeId)).toBe(200)
    expect(await send('funds_withdrawn', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toEqual([
      {
        status: 'NEEDS_RESPONSE',
        amount_minor: double.dispute(disputeId).amount,
        reason: 'FRAUDULENT',
        evidence_due_at: new Date('2026-11-29T12:00:00.000Z'),
      },
    ])
    double.changeDispute(disputeId, { status: 'under_review' })
    expect(await send('updated', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'UNDER_REVIEW' }])
    double.changeDispute(disputeId, { status: 'lost' })
    expect(await send('closed', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'LOST' }])
    expect(await notices()).toEqual([])
  })

  it('events out of order record the dispute as it is at Stripe, whatever they say of it', async () => {
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    const opened = double.dispute(disputeId)
    double.changeDispute(disputeId, { status: 'won' })
    expect(await send('funds_reinstated', disputeId)).toBe(200)
    expect(await send('created', disputeId, opened)).toBe(200)
    expect(await send('updated', disputeId, { ...opened, status: 'lost', amount: 1 })).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'WON', amount_minor: opened.amount }])
    expect(await notices()).toEqual([])
  })

  it('repeated events, and several at once, are one dispute and one booking of each step', async () => {
    const once = await pay(DISPUTED_CARD)
    await send('created', once.disputeId)
    const expected = await ledgerEntries(once.paymentId)
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    const steps = ['created', 'funds_withdrawn', 'updated', 'created']
    expect(await Promise.all(steps.map((step) => send(step, disputeId)))).toEqual([200, 200, 200, 200])
    expect(await send('created', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toHaveLength(1)
    expect(await ledgerEntries(paymentId)).toBe(expected)
  })

  it('a dispute of a foreign intent, or of a connected account, is ignored without a request to Stripe', async () => {
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    const dispute = double.dispute(disputeId)
    const before = double.books.requests.length
    expect(await send('created', disputeId, { ...dispute, payment_intent: 'pi_of_another_program' })).toBe(
      200,
    )
    expect(await send('created', disputeId, { ...dispute, payment_intent: null })).toBe(200)
    const ofConnected = { type: 'charge.dispute.created', object: dispute, account: 'acct_connected' }
    const url = `${api.origin}/api/stripe/webhooks`
    expect((await double.sendEvent(url, WEBHOOK_SECRET, ofConnected)).status).toBe(200)
    expect(double.books.requests).toHaveLength(before)
    expect([await disputes(paymentId), await notices()]).toEqual([[], []])
  })

  it('an inquiry is a notice for the operator, and a dispute once the bank makes it one', async () => {
    const { paymentId, disputeId } = await pay(INQUIRED_CARD)
    expect(await send('created', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toEqual([])
    expect(await notices()).toMatchObject([
      {
        kind: 'dispute',
        payment_id: paymentId,
        summary: `dispute created (${disputeId}): warning_needs_response, fraudulent, answer by 2026-11-29T12:00:00.000Z`,
      },
    ])
    double.changeDispute(disputeId, { status: 'needs_response' })
    expect(await send('updated', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }])
    expect(await notices()).toHaveLength(1)
  })

  it('a dispute in another currency than its payment is a notice', async () => {
    const { paymentId, intentId } = await pay('4242424242424242')
    expect(await send('created', double.openDispute(intentId, { currency: 'eur' }))).toBe(200)
    expect(await disputes(paymentId)).toEqual([])
    expect(await notices()).toMatchObject([{ kind: 'dispute', currency: 'EUR' }])
  })

  it.each(['no_answer_before', 'stored_500', 'rate_limit'] as const)(
    'Stripe repeats an event whose dispute it does not show (%s), and then it is recorded',
    async (kind) => {
      const { paymentId, disputeId } = await pay(DISPUTED_CARD)
      double.faults.next({ kind, method: 'GET', path: /\/v1\/disputes\//, times: 2 })
      expect(await send('created', disputeId)).toBe(503)
      expect([await disputes(paymentId), await notices()]).toEqual([[], []])
      double.faults.clear()
      expect(await send('created', disputeId)).toBe(200)
      expect(await disputes(paymentId)).toHaveLength(1)
    },
  )

  it('Stripe repeats an event that comes before the approval of its payment is stored', async () => {
    let early: number | null = null
    afterCapture = async () => {
      const [intent] = double.books.intents().slice(-1)
      early = await send('created', double.disputeOf(intent?.id ?? '') ?? '')
    }
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    afterCapture = async () => {}
    expect([early, await disputes(paymentId)]).toEqual([503, []])
    expect(await send('created', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }])
  })

  it('a loss that the bank reverses is a win here, also without a webhook', async () => {
    await missed()
    const [reported, found] = [await pay(DISPUTED_CARD), await pay(DISPUTED_CARD)]
    for (const { disputeId } of [reported, found]) {
      double.changeDispute(disputeId, { status: 'lost' })
      await send('closed', disputeId)
      double.changeDispute(disputeId, { status: 'won' })
    }
    expect(await send('funds_reinstated', reported.disputeId)).toBe(200)
    expect(await disputes(reported.paymentId)).toMatchObject([{ status: 'WON' }])
    expect(await missed()).toBe(1)
    expect(await disputes(found.paymentId)).toMatchObject([{ status: 'WON' }])
    expect(await notices()).toEqual([])
  })

  it('a win that the bank reverses stays a win here and is one notice, however often it is reported', async () => {
    const { paymentId, disputeId } = await pay(DISPUTED_CARD)
    double.changeDispute(disputeId, { status: 'won' })
    await send('closed', disputeId)
    double.changeDispute(disputeId, { status: 'lost' })
    await missed()
    expect(await send('funds_withdrawn', disputeId)).toBe(200)
    expect(await disputes(paymentId)).toMatchObject([{ status: 'WON' }])
    expect(await notices()).toMatchObject([
      { event_id: `${disputeId}:decided_otherwise`, kind: 'dispute', payment_id: paymentId },
    ])
    await system().query({ text: 'UPDATE health.processor_notice SET closed_at = now()' })
    await missed()
    expect(await notices()).toEqual([])
  })

  it('disputes and decisions whose webhooks were lost are recorded from Stripe’s list', async () => {
    await missed()
    const [opened, decided] = [await pay(DISPUTED_CARD), await pay(DISPUTED_CARD)]
    await pay(INQUIRED_CARD)
    await send('created', decided.disputeId)
    double.changeDispute(decided.disputeId, { status: 'lost' })
    expect(await missed()).toBe(2)
    expect(await disputes(opened.paymentId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }])
    expect(await disputes(decided.paymentId)).toMatchObject([{ status: 'LOST' }])
    expect(await missed()).toBe(0)
    double.faults.next({ kind: 'no_answer_before', method: 'GET', path: /\/v1\/disputes$/, times: 2 })
    await expect(missed()).rejects.toThrow('Stripe did not answer')
  })
})
