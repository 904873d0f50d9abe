import { runInNewContext } from 'node:vm'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '@/test/test-receiver'
import { type StripeDouble, startStripeDouble } from './double'

const DAY_MS = 24 * 60 * 60 * 1000
const RETURN_URL = 'https://shop.example/back?payment=1'

let double: StripeDouble
let stripe: Stripe
let clock: Date
/** Delay of a fault, which a test ends. */
let delay: { over: Promise<void>; end: () => void }

beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z')
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  delay = { over, end }
  double = await startStripeDouble({ now: () => clock })
  stripe = client(double.secretKey)
})
afterEach(() => double.close())

function client(key: string): Stripe {
  const { hostname: host, port } = new URL(double.url)
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0 })
}

const create = (rest: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    metadata: { reference: 'pay_1' },
    ...rest,
  })

/** Returns an authorized intent. */
async function authorize(): Promise<Stripe.PaymentIntent> {
  const { id } = await create()
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
}

/** Returns the address of the page of 3-D Secure of an intent that waits for it. */
function confirmationOf(intent: Stripe.PaymentIntent | Stripe.SetupIntent): string {
  return intent.next_action?.redirect_to_url?.url ?? 'none'
}

async function withCard(number: string): Promise<string> {
  const card = { number, exp_month: 12, exp_year: 2030, cvc: number.startsWith('3') ? '1234' : '123' }
  const method = await client(double.publishableKey).paymentMethods.create({ type: 'card', card })
  return method.id
}

/** Sends a request without the package, which repeats one whose connection broke. */
function post(path: string, form: Record<string, string>, key: string): Promise<Response> {
  const headers = { authorization: `Bearer ${double.secretKey}`, 'idempotency-key': key }
  return fetch(double.url + path, { method: 'POST', headers, body: new URLSearchParams(form) })
}

const VISA = { payment_method: 'pm_card_visa' }
const booked = () => double.books.byReference('pay_1')[0]

describe('idempotency keys', () => {
  test('a repeated key replays the answer and executes nothing', async () => {
    const form = { amount: '1000', currency: 'usd' }
    const first = await post('/v1/payment_intents', form, 'k')
    const second = await post('/v1/payment_intents', form, 'k')
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await second.json()).toEqual(await first.json())
    expect(double.books.intents()).toHaveLength(1)
  })

  test('a decline is replayed, and another confirm under another key is a new attempt', async () => {
    const { id } = await create()
    const form = { payment_method: 'pm_card_visa_chargeDeclined' }
    const path = `/v1/payment_intents/${id}/confirm`
    const statuses = [await post(path, form, 'a'), await post(path, form, 'a'), await post(path, form, 'b')]
    expect(statuses.map(({ status }) => status)).toEqual([402, 402, 402])
    expect(booked()?.declines).toBe(2)
  })

  test('a key with other parameters or at another address is refused', async () => {
    await create({}).then(({ id }) => post(`/v1/payment_intents/${id}/cancel`, {}, 'k'))
    const other = await post('/v1/payment_intents', { amount: '1', currency: 'usd' }, 'k')
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
    await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'c' })
    const call = stripe.customers.create({ name: 'B' }, { idempotencyKey: 'c' })
    await expect(call).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('a key whose first request still runs is refused with 409', async () => {
    const { id } = await create()
    double.faults.next({ kind: 'slow', path: /confirm$/, until: delay.over })
    const first = post(`/v1/payment_intents/${id}/confirm`, VISA, 'k')
    await expect.poll(() => double.books.requests.at(-1)?.fault).toBe('slow')
    const second = await post(`/v1/payment_intents/${id}/confirm`, VISA, 'k')
    delay.end()
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } })
    expect((await first).status).toBe(200)
  })

  test('a request with wrong parameters leaves its key free', async () => {
    const options = { idempotencyKey: 'k' }
    const wrong = stripe.paymentIntents.create({ amount: 0, currency: 'usd' }, options)
    await expect(wrong).rejects.toMatchObject({ code: 'parameter_invalid_integer' })
    await expect(stripe.paymentIntents.create({ amount: 5, currency: 'usd' }, options)).resolves.toBeDefined()
  })

  test('a key is forgotten after 24 hours', async () => {
    const form = { amount: '1000', currency: 'usd' }
    await post('/v1/payment_intents', form, 'k')
    clock = new Date(clock.getTime() + DAY_MS)
    await post('/v1/payment_intents', form, 'k')
    expect(double.books.intents()).toHaveLength(2)
  })
})

describe('faults', () => {
  const confirm = (id: string) => post(`/v1/payment_intents/${id}/confirm`, VISA, 'k')

  test.for([
    ['no_answer_before', 'requires_payment_method'],
    ['no_answer_after', 'requires_capture'],
  ] as const)('a connection that breaks (%s) leaves the intent in %s', async ([kind, status]) => {
    const { id } = await create()
    double.faults.next({ kind, path: /confirm$/ })
    await expect(confirm(id)).rejects.toThrow()
    expect(booked()).toMatchObject({ status })
    expect((await confirm(id)).status).toBe(200)
    expect(booked()).toMatchObject({ status: 'requires_capture', authorizations: 1 })
  })

  test.for([
    ['stored_500', 0],
    ['stored_500_after', 1],
  ] as const)('a %s is replayed under its key', async ([kind, authorizations]) => {
    const { id } = await create()
    double.faults.next({ kind, path: /confirm$/ })
    expect([(await confirm(id)).status, (await confirm(id)).status]).toEqual([500, 500])
    expect(booked()?.authorizations).toBe(authorizations)
  })

  test.for(['no_answer_after', 'stored_500_after'] as const)('a decline is hidden by %s', async (kind) => {
    const { id } = await create()
    double.faults.next({ kind, path: /confirm$/ })
    const form = { payment_method: 'pm_card_visa_chargeDeclined' }
    const answer = await post(`/v1/payment_intents/${id}/confirm`, form, 'k').catch(() => null)
    expect(answer?.status).toBe(kind === 'no_answer_after' ? undefined : 500)
    expect(booked()).toMatchObject({ status: 'requires_payment_method', declines: 1 })
  })

  test.for([
    ['lock_timeout', 429, 'lock_timeout'],
    ['rate_limit', 429, 'rate_limit'],
    ['key_in_use', 409, 'idempotency_key_in_use'],
  ] as const)('%s turns requests away as often as asked', async ([kind, status, code]) => {
    const { id } = await create()
    double.faults.next({ kind, path: /confirm$/, times: 2 })
    for (const _ of [1, 2]) {
      const response = await confirm(id)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ error: { code } })
    }
    expect((await confirm(id)).status).toBe(200)
  })

  test('a slow confirm that arrives after a cancel changes nothing', async () => {
    const { id } = await create()
    double.faults.next({ kind: 'slow', path: /confirm$/, until: delay.over })
    const late = confirm(id)
    await expect.poll(() => double.books.requests.at(-1)?.fault).toBe('slow')
    await stripe.paymentIntents.cancel(id)
    delay.end()
    expect((await late).status).toBe(400)
    expect(booked()).toMatchObject({ status: 'canceled', authorizations: 0 })
  })

  test('a slow request acts although its client has gone', async () => {
    const { id } = await create()
    double.faults.next({ kind: 'slow', path: /confirm$/, until: delay.over })
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${double.secretKey}` }
    const init = { method: 'POST', headers, body: new URLSearchParams(VISA), signal: gone.signal }
    const call = fetch(`${double.url}/v1/payment_intents/${id}/confirm`, init)
    await expect.poll(() => double.books.requests.at(-1)?.fault).toBe('slow')
    gone.abort()
    await expect(call).rejects.toThrow()
    delay.end()
    await double.settled()
    expect(booked()?.status).toBe('requires_capture')
  })

  test.for([
    ['wait', 400, 'payment_intent_unexpected_state'],
    ['lock_timeout', 429, 'lock_timeout'],
  ] as const)('of a capture and a cancel one wins, and the other has to %s', async (row) => {
    const [onLocked, status, code] = row
    const { id } = await authorize()
    double.faults.onLocked = onLocked
    double.faults.next({ kind: 'hold', path: /capture$/, until: delay.over })
    const capture = post(`/v1/payment_intents/${id}/capture`, {}, 'capture')
    await expect.poll(() => double.books.requests.at(-1)?.fault).toBe('hold')
    const cancel = post(`/v1/payment_intents/${id}/cancel`, {}, 'cancel')
    // Both requests run before the first may act.
    await expect.poll(() => double.books.requests.at(-1)?.path).toContain('/cancel')
    delay.end()
    expect((await capture).status).toBe(200)
    const other = await cancel
    expect(other.status).toBe(status)
    expect(await other.json()).toMatchObject({ error: { code } })
    expect(booked()).toMatchObject({ status: 'succeeded', captures: 1 })
  })

  test('another amount shows in the answer and in the books', async () => {
    const { id } = await create()
    double.faults.next({ kind: 'other_amount', path: /confirm$/ })
    expect(await (await confirm(id)).json()).toMatchObject({ amount_capturable: 1001 })
    expect(booked()?.amountCapturable).toBe(1001)
  })

  test('an answer in processing hides the outcome until it is retrieved', async () => {
    const { id } = await create()
    double.faults.next({ kind: 'processing', path: /confirm$/ })
    expect(await (await confirm(id)).json()).toMatchObject({ status: 'processing', amount_capturable: 0 })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture')
  })

  test('faults at random repeat with their seed', () => {
    const draw = (seed: number) => {
      double.faults.random({ seed, rate: 0.5 })
      return Array.from({ length: 50 }, () => double.faults.take('POST', '/v1/x')?.kind)
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    double.faults.random(null)
    expect(double.faults.take('POST', '/v1/x')).toBeNull()
  })
})

describe('payments', () => {
  test.for([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4100000000000019', 'card_declined', 'fraudulent'],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ] as const)('the card %s is declined with %s and %s', async ([number, code, declineCode]) => {
    const { id } = await create()
    const call = stripe.paymentIntents.confirm(id, { payment_method: await withCard(number) })
    await expect(call).rejects.toMatchObject({ type: 'StripeCardError', code, decline_code: declineCode })
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
      latest_charge: { status: 'failed', failure_code: code, captured: false },
    })
    const canceled = await stripe.paymentIntents.cancel(id)
    expect(canceled).toMatchObject({ status: 'canceled', last_payment_error: null })
  })

  test.for(['4242424242424242', '5555555555554444', '378282246310005'])(
    'the card %s pays',
    async (number) => {
      const { id } = await create()
      await stripe.paymentIntents.confirm(id, { payment_method: await withCard(number) })
      const intent = await stripe.paymentIntents.capture(id, {}, {})
      const charge = await stripe.charges.retrieve(String(intent.latest_charge))
      expect(charge).toMatchObject({
        captured: true,
        amount: 1000,
        payment_method_details: { card: { last4: number.slice(-4), authorization_code: expect.any(String) } },
      })
    },
  )

  test('a capture of a part releases the rest and cannot be repeated', async () => {
    const { id } = await authorize()
    const intent = await stripe.paymentIntents.capture(id, { amount_to_capture: 400 })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 400, amount_capturable: 0 })
    await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    })
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(double.books.doubleCaptures()).toEqual([])
  })

  test('a second intent of the same reference that is captured shows as a double capture', async () => {
    for (const _ of [1, 2]) await stripe.paymentIntents.capture((await authorize()).id)
    expect(double.books.doubleCaptures()).toEqual(['pay_1'])
  })

  test('an amount that nobody captures within seven days is released', async () => {
    const { id } = await authorize()
    clock = new Date(clock.getTime() + 7 * DAY_MS)
    await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      payment_intent: { status: 'canceled', cancellation_reason: 'automatic' },
    })
  })

  test('a method without a customer pays once', async () => {
    const method = await withCard('4242424242424242')
    const [first, second] = [await create(), await create()]
    await stripe.paymentIntents.confirm(first.id, { payment_method: method })
    const call = stripe.paymentIntents.confirm(second.id, { payment_method: method })
    await expect(call).rejects.toThrow(/may not be used again/)
  })

  test('the cards of Stripe open a dispute when their money is taken, and its texts decide one', async () => {
    for (const [name, status] of [
      ['createDispute', 'needs_response'],
      ['createDisputeInquiry', 'warning_needs_response'],
    ]) {
      const { id } = await create()
      await stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${name}` })
      expect(double.disputeOf(id)).toBeNull()
      const { latest_charge } = await stripe.paymentIntents.capture(id, { expand: ['latest_charge'] })
      const [dispute] = (await stripe.disputes.list()).data
      expect(dispute).toMatchObject({ payment_intent: id, status, amount: 1000 })
      expect(latest_charge).toMatchObject({ disputed: true })
    }
    const [inquiry, dispute] = (await stripe.disputes.list()).data
    const answer = (disputeId: string, text: string, submit: boolean) =>
      stripe.disputes.update(disputeId, { evidence: { uncategorized_text: text }, submit })
    expect(await answer(dispute?.id ?? '', 'winning_evidence', false)).toMatchObject({
      status: 'needs_response',
    })
    expect(await answer(dispute?.id ?? '', 'losing_evidence', true)).toMatchObject({ status: 'lost' })
    expect(await answer(inquiry?.id ?? '', 'x', true)).toMatchObject({ status: 'warning_under_review' })
    await expect(answer(dispute?.id ?? '', 'x', true)).rejects.toThrow(/any more/)
  })

  test('an upload is a picture or a PDF, and evidence names an upload that exists', async () => {
    const upload = (type: string, idempotencyKey: string) =>
      stripe.files.create(
        { purpose: 'dispute_evidence', file: { data: Buffer.from([0xff, 0xd8]), name: 'a.jpg', type } },
        { idempotencyKey },
      )
    const { id } = await upload('image/jpeg', 'a')
    expect((await upload('image/jpeg', 'a')).id).toBe(id)
    await expect(upload('image/png', 'a')).rejects.toThrow(/same parameters/)
    await expect(upload('text/html', 'b')).rejects.toThrow(/Invalid file/)
    const intent = await authorize()
    await stripe.paymentIntents.capture(intent.id)
    const dispute = double.openDispute(intent.id)
    await expect(stripe.disputes.update(dispute, { evidence: { receipt: 'file_0' } })).rejects.toThrow(
      /No such file/,
    )
    await stripe.disputes.update(dispute, { evidence: { receipt: id } })
    expect(double.files(dispute)).toMatchObject([{ id, type: 'image/jpeg', size: 2 }])
  })

  test('a refund returns no more than was taken', async () => {
    const { id } = await authorize()
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(/not been captured/)
    await stripe.paymentIntents.capture(id)
    await stripe.refunds.create({ payment_intent: id, amount: 400 })
    await expect(stripe.refunds.create({ payment_intent: id, amount: 601 })).rejects.toThrow(/greater/)
    expect(booked()).toMatchObject({ amountReceived: 1000, amountRefunded: 400 })
  })

  test('a list shows the newest payments first, page by page', async () => {
    const ids = []
    for (let second = 0; second < 5; second += 1) {
      clock = new Date(clock.getTime() + 1000)
      ids.unshift((await create()).id)
    }
    const page = await stripe.paymentIntents.list({ limit: 2 })
    expect(page).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] })
    const since = Math.floor(clock.getTime() / 1000) - 3
    const rest = await stripe.paymentIntents.list({ starting_after: ids[1] ?? '', created: { gte: since } })
    expect(rest.has_more).toBe(false)
    expect(rest.data.map(({ id }) => id)).toEqual([ids[2], ids[3]])
  })

  test.for([
    ['2026-10-28.endive', 'payment_method_types', 400],
    ['2026-10-28.endive', 'allowed_payment_method_types', 200],
    ['2026-06-24.dahlia', 'payment_method_types', 200],
    ['2026-06-24.dahlia', 'allowed_payment_method_types', 400],
  ] as const)('the version %s answers %s with %i', async ([version, name, status]) => {
    const response = await fetch(`${double.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${double.secretKey}`, 'stripe-version': version },
      body: new URLSearchParams({ amount: '5', currency: 'usd', [`${name}[]`]: 'card' }),
    })
    expect(response.status).toBe(status)
    const { payment_method_types: types = ['card'] } = await response.json()
    expect(types).toEqual(['card'])
  })

  test('a payment whose types of methods are open needs a return address', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    await expect(stripe.paymentIntents.confirm(id, VISA)).rejects.toMatchObject({ param: 'return_url' })
    const intent = await stripe.paymentIntents.confirm(id, { ...VISA, return_url: RETURN_URL })
    expect(intent.status).toBe('succeeded')
  })

  test('a misspelled parameter is refused', async () => {
    const { id } = await create()
    const response = await post(`/v1/payment_intents/${id}/confirm`, { payment_metod: 'pm_card_visa' }, 'k')
    expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown' } })
  })
})

describe('3-D Secure', () => {
  const waiting = async (
    number = '4000002760003184',
    rest: Partial<Stripe.PaymentIntentCreateParams> = {},
  ) => {
    const { id } = await create(rest)
    return stripe.paymentIntents.confirm(id, {
      payment_method: await withCard(number),
      return_url: RETURN_URL,
    })
  }

  test('an approval reserves the amount and leads back', async () => {
    const intent = await waiting()
    expect(intent).toMatchObject({ status: 'requires_action', amount_capturable: 0, latest_charge: null })
    const back = new URL((await double.decide(confirmationOf(intent), 'approve')) ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      payment: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    expect(booked()).toMatchObject({ status: 'requires_capture', authorizations: 1 })
  })

  test('a refusal fails the attempt, and a second decision changes nothing', async () => {
    const intent = await waiting()
    const back = await double.decide(confirmationOf(intent), 'refuse')
    expect(back).toContain('redirect_status=failed')
    await double.decide(confirmationOf(intent), 'approve')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      latest_charge: null,
    })
  })

  test('an approval after a cancel reserves nothing', async () => {
    const intent = await waiting()
    await stripe.paymentIntents.cancel(intent.id)
    await double.decide(confirmationOf(intent), 'approve')
    expect(booked()).toMatchObject({ status: 'canceled', authorizations: 0 })
  })

  test('an authenticated payment can still be declined', async () => {
    const intent = await waiting('4000008260003178')
    await double.decide(confirmationOf(intent), 'approve')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    })
  })

  test('a page asks for the right client secret', async () => {
    const url = confirmationOf(await waiting()).replace(/client_secret=[^&]*/, 'client_secret=x')
    expect((await fetch(url)).status).toBe(404)
  })

  test('without a return address the next action belongs to Stripe.js', async () => {
    const { id } = await create()
    const intent = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
    })
    expect(intent.next_action?.type).toBe('use_stripe_sdk')
  })
})

describe('saved cards', () => {
  const charge = async (customer: string, method: string) => {
    const { id } = await create({ customer, setup_future_usage: undefined })
    return stripe.paymentIntents.confirm(id, {
      payment_method: method,
      off_session: true,
      error_on_requires_action: true,
    })
  }
  const setUp = async (number: string) => {
    const { id: customer } = await stripe.customers.create({ name: 'A' })
    const method = await withCard(number)
    const intent = await stripe.setupIntents.create({
      customer,
      payment_method: method,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      return_url: RETURN_URL,
    })
    if (intent.status === 'requires_action') await double.decide(confirmationOf(intent), 'approve')
    return { customer, method }
  }

  test.for(['4242424242424242', '4000002500003155'])(
    'a card %s that was set up pays off session',
    async (number) => {
      const { customer, method } = await setUp(number)
      expect(double.books.methodsOf(customer)).toEqual([method])
      expect((await charge(customer, method)).status).toBe('requires_capture')
      expect((await charge(customer, method)).status).toBe('requires_capture')
    },
  )

  test('a card that always needs its payer fails off session', async () => {
    const { customer, method } = await setUp('4000002760003184')
    await expect(charge(customer, method)).rejects.toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  test('a card that was only attached fails off session if it needs a setup', async () => {
    const { id: customer } = await stripe.customers.create()
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', { customer })
    await expect(charge(customer, method.id)).rejects.toMatchObject({ code: 'authentication_required' })
  })

  test('a payment with setup_future_usage attaches its card only once it succeeds', async () => {
    const { id: customer } = await stripe.customers.create()
    const { id } = await create({ customer, setup_future_usage: 'off_session' })
    const method = await withCard('4000002500003155')
    const intent = await stripe.paymentIntents.confirm(id, { payment_method: method, return_url: RETURN_URL })
    expect(double.books.methodsOf(customer)).toEqual([])
    await double.decide(confirmationOf(intent), 'approve')
    expect(double.books.methodsOf(customer)).toEqual([method])
    expect((await charge(customer, method)).status).toBe('requires_capture')
  })

  test('error_on_requires_action fails a payment on session without a charge', async () => {
    const { id } = await create()
    const call = stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      error_on_requires_action: true,
    })
    await expect(call).rejects.toMatchObject({
      code: 'authentication_required',
      payment_intent: { latest_charge: null },
    })
  })

  test('a detached card or one of another customer cannot pay', async () => {
    const { customer, method } = await setUp('4242424242424242')
    const { id: other } = await stripe.customers.create()
    await expect(charge(other, method)).rejects.toThrow(/does not have a payment method/)
    await stripe.paymentMethods.detach(method)
    await expect(charge(customer, method)).rejects.toThrow(/may not be used again/)
  })

  test('a declined card is not set up', async () => {
    await expect(setUp('4000000000000002')).rejects.toMatchObject({
      code: 'card_declined',
      setup_intent: { status: 'requires_payment_method' },
    })
  })
})

describe('keys, webhooks and Stripe.js', () => {
  test('a wrong key is refused with 401', async () => {
    await expect(client('sk_test_other').accounts.retrieveCurrent()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('a publishable key sees an intent by its client secret alone, without our metadata', async () => {
    const { id, client_secret: secret } = await create()
    const publishable = client(double.publishableKey)
    await expect(publishable.paymentIntents.retrieve(id)).rejects.toMatchObject({ statusCode: 403 })
    await expect(publishable.paymentIntents.capture(id)).rejects.toMatchObject({ statusCode: 403 })
    const intent = await publishable.paymentIntents.retrieve(id, { client_secret: secret ?? '' })
    expect(intent).toMatchObject({ id, status: 'requires_payment_method' })
    expect(intent).not.toHaveProperty('metadata')
  })

  test('a live key makes live objects', async () => {
    await double.close()
    double = await startStripeDouble({ secretKey: 'sk_live_double', account: { country: 'MX' } })
    stripe = client('sk_live_double')
    expect((await create()).livemode).toBe(true)
    expect((await stripe.accounts.retrieveCurrent()).country).toBe('MX')
    expect(double.publishableKey).toBe('pk_live_double')
  })

  test('an event carries a signature that the package accepts', async () => {
    clock = new Date()
    const receiver = await startReceiver()
    const intent = await authorize()
    const { id } = await double.sendEvent(receiver.url, 'whsec_x', {
      type: 'charge.refunded',
      object: { ...intent },
    })
    const [request] = receiver.received
    const signature = String(request?.headers['stripe-signature'])
    const event = stripe.webhooks.constructEvent(request?.body ?? '', signature, 'whsec_x')
    expect(event).toMatchObject({ id, type: 'charge.refunded', data: { object: { id: intent.id } } })
    await receiver.close()
  })

  test('Stripe.js and its frame are served, and the frame needs the publishable key', async () => {
    const script = await fetch(double.jsUrl)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    const window: { Stripe?: (key: string) => object } = {}
    const globals = { window, document: { currentScript: { src: double.jsUrl } }, URL }
    runInNewContext(await script.text(), globals)
    expect(window.Stripe?.(double.publishableKey)).toHaveProperty('createPaymentMethod')
    const frame = await fetch(`${double.url}/elements/card?key=${double.publishableKey}`)
    expect(await frame.text()).toContain('/elements/card-frame.js')
    expect((await fetch(`${double.url}/elements/card?key=pk_test_other`)).status).toBe(401)
  })

  test('the frame of the next action shows the page of 3-D Secure and reports the outcome', async () => {
    const { id } = await create()
    const method = { payment_method: 'pm_card_authenticationRequired' }
    const { client_secret: secret } = await stripe.paymentIntents.confirm(id, method)
    const query = new URLSearchParams({ key: double.publishableKey, client_secret: secret ?? '' })
    const frame = await fetch(`${double.url}/elements/action?${query}`)
    expect(await frame.text()).toContain('Complete')
    await double.decide(frame.url, 'approve')
    const after = await (await fetch(`${double.url}/elements/action?${query}`)).text()
    expect(after).toContain('"status":"requires_capture"')
  })
})
