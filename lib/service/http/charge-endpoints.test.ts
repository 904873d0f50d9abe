import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chargeSchema } from '@/lib/contract/charge'
import { activateAccount, suspendAccount } from '@/lib/service/accounts/change-account'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import { reconcileOnce } from '@/lib/service/charges/reconcile'
import { saveCard } from '@/lib/service/customers/saved-card'
import type { Processor } from '@/lib/service/processor/port'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let shop: Merchant
/** A test's hooks around the bank. */
let around: Partial<Processor> = {}
let authorized = 0

beforeAll(async () => {
  api = await startApi({ wrapBank: watched })
  shop = await api.merchant()
})
beforeEach(() => {
  around = {}
  authorized = 0
})
afterAll(() => api.stop())

function watched(bank: Processor): Processor {
  return {
    cardEntry: bank.cardEntry,
    tokenize: (...given) => bank.tokenize(...given),
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
    submitEvidence: (...call) => bank.submitEvidence(...call),
    refund: (request, signal) => bank.refund(request, signal),
    authorize: (request, signal) => {
      authorized += 1
      return (around.authorize ?? bank.authorize.bind(bank))(request, signal)
    },
    capture: (reference, signal) => (around.capture ?? bank.capture.bind(bank))(reference, signal),
  }
}

let phones = 0
async function customerWith(cardNumber: string | null, expiryYear = 2099): Promise<string> {
  phones += 1
  const { body } = await shop.call('POST', '/customers', {
    body: { name: 'Ana Payer', phone: `+5025555${String(1000 + phones)}`, email: `ana${phones}@example.com` },
  })
  if (cardNumber !== null) {
    const card = await api.bank.tokenize({ number: cardNumber, expiryMonth: 12, expiryYear, cvc: '123' })
    const target = { accountId: shop.account.id, customerId: body.id, card, now: api.now() }
    await saveCard(api.database.as('checkout_service', shop.account.id), api.keyring, target)
  }
  return body.id
}

const charge = (customerId: string, body: object, key?: string, merchant = shop) =>
  merchant.call('POST', `/customers/${customerId}/charges`, {
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })

const onCard = { amount: 40.25, use_saved_card: true, description: 'Bread box' }

async function read<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await api.database.as('checkout_system').query<Row>({ text, values })).rows
}
const payments = (customerId: string) =>
  read<{ id: string; status: string }>('SELECT id, status FROM service.payment WHERE customer_id = $1', [
    customerId,
  ])

const reconcile = () =>
  reconcileOnce({
    orphans: postgresOrphanStore({ db: api.database.as('checkout_system'), leaseMs: 30_000 }),
    storeFor: (accountId) =>
      postgresChargeStore({
        db: api.database.as('checkout_service', accountId),
        urls: api.urls,
        leaseMs: 30_000,
      }),
    processor: api.bank,
    owner: randomUUID(),
    now: api.now,
  })

describe('charging the saved card', () => {
  it('a charge of the saved card returns 201, paid, and a payment with its customer', async () => {
    const customer = await customerWith('4242424242424242')
    const { status, body } = await charge(customer, onCard)
    expect(status).toBe(201)
    expect(chargeSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      object: 'charge',
      customer_id: customer,
      amount: 40.25,
      currency: 'USD',
      paid: true,
      payment_url: null,
      payment_link: null,
    })
    const payment = await shop.call('GET', `/payments/${body.payment_id}`)
    expect(payment.body).toMatchObject({
      status: 'APPROVED',
      customer_id: customer,
      description: 'Bread box',
      payer: { name: 'Ana Payer' },
      card: { brand: 'visa', last4: '4242' },
    })
  })

  it.each([
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000002500003155', 'authentication_required', 'authentication_required'],
  ])(
    'a charge of card %s returns 402 %s, the payment is FAILED, and nothing is authorized',
    async (number, code, declineCode) => {
      const customer = await customerWith(number)
      const { status, body } = await charge(customer, onCard)
      expect(status).toBe(402)
      const [payment] = await payments(customer)
      expect(body.error).toMatchObject({
        type: 'invalid_request_error',
        code,
        details: {
          decline_code: declineCode,
          payment_id: payment?.id,
          advice: expect.any(String),
          retryable: false,
        },
      })
      expect(payment?.status).toBe('FAILED')
      expect((await api.bank.lookup(payment?.id ?? ''))?.status).not.toBe('AUTHORIZED')
    },
  )

  it('an account suspended during its charge takes no money', async () => {
    const customer = await customerWith('4242424242424242')
    const change = { accountId: shop.account.id, actor: { kind: 'operator' } } as const
    const system = api.database.as('checkout_system')
    around = {
      authorize: async (request, signal) => {
        await suspendAccount(system, change, api.now())
        return api.bank.authorize(request, signal)
      },
    }
    const { status, body } = await charge(customer, onCard)
    await activateAccount(system, change, api.now())
    expect([status, body.error.code]).toEqual([409, 'charge_unresolved'])
    expect(await payments(customer)).toMatchObject([{ status: 'VOIDED' }])
    expect((await api.bank.lookup(body.error.details.payment_id))?.status).toBe('VOIDED')
  })

  it('a charge of an expired saved card is a decline', async () => {
    const customer = await customerWith('4242424242424242', 2025)
    const { status, body } = await charge(customer, onCard)
    expect([status, body.error.details.decline_code]).toEqual([402, 'expired_card'])
  })

  it('a charge without a saved card, of an archived or of an unknown customer tries and stores nothing', async () => {
    const bare = await customerWith(null)
    const key = randomUUID()
    const refused = await charge(bare, onCard, key)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'no_saved_card'])
    await shop.call('PATCH', `/customers/${bare}`, { body: { status: 'ARCHIVED' } })
    const archived = await charge(bare, onCard, key)
    expect([archived.status, archived.body.error.code]).toEqual([409, 'customer_archived'])
    expect((await charge('cus_nobody', onCard, key)).status).toBe(404)
    await shop.call('PATCH', `/customers/${bare}`, { body: { status: 'ACTIVE' } })
    expect((await charge(bare, { amount: 5 }, key)).status).toBe(201)
    expect(authorized).toBe(0)
  })

  it('bad bodies and keys are refused before anything runs', async () => {
    const customer = await customerWith('4242424242424242')
    const bad = await charge(customer, { amount: 1.005, description: 'x'.repeat(121), card: 1 }, 'short')
    expect([bad.status, bad.body.error.code]).toEqual([400, 'invalid_idempotency_key'])
    const fields = await charge(customer, { amount: 1.005, description: 'x'.repeat(121), card: 1 })
    expect(fields.body.error.details.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'amount',
      'card',
      'description',
    ])
    expect((await charge(customer, onCard, 'x'.repeat(256))).status).toBe(400)
    expect(authorized).toBe(0)
  })
})

describe('an amount', () => {
  it.each([
    ['10.000000000000000001', 'too_many_decimals'],
    ['1000000000000000001e-17', 'too_many_decimals'],
    ['9999999.990000000000000001', 'amount_too_large'],
    [`10.${'0'.repeat(250_000)}`, 'too_many_decimals'],
    [`1${'0'.repeat(300)}`, 'amount_too_large'],
    ['0.00999999999999999999999', 'amount_too_small'],
  ])(
    'the amount %.30s is checked by its digits as sent, and refused without a charge',
    async (literal, code) => {
      const customer = await customerWith('4242424242424242')
      const refusals = [
        await shop.call('POST', `/customers/${customer}/charges`, {
          body: `{"use_saved_card":true,"amount":${literal}}`,
        }),
        await shop.call('POST', '/payment_links', { body: `{"title":"Bread box","amount":${literal}}` }),
      ]
      for (const { status, body } of refusals) {
        expect([status, body.error.code]).toEqual([400, 'invalid_parameters'])
        expect(body.error.details.fields).toMatchObject([{ field: 'amount', code }])
      }
      expect(authorized).toBe(0)
    },
  )

  it('an amount counts by its value, with any number of zeros', async () => {
    const customer = await customerWith(null)
    for (const literal of ['12.50000000000000000000', '1250e-2', '0.125E+2', '125000.0e-4']) {
      const { status, body } = await shop.call('POST', `/customers/${customer}/charges`, {
        body: `{"amount" : ${literal} }`,
      })
      expect([literal, status, body.amount]).toEqual([literal, 201, 12.5])
    }
  })
})

describe('charging by a link', () => {
  it('a charge by link creates a single-use link of the customer, titled by the description', async () => {
    const customer = await customerWith(null)
    const { status, body } = await charge(customer, { amount: 12, description: 'Invoice 7' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ paid: false, payment_id: null, payment_url: body.payment_link.url })
    expect(body.payment_link).toMatchObject({
      title: 'Invoice 7',
      max_uses: 1,
      customer_id: customer,
      amount: 12,
    })
    const link = await shop.call('GET', `/payment_links/${body.payment_link.id}`)
    expect(link.body).toEqual(body.payment_link)
    const plain = await charge(customer, { amount: 12, use_saved_card: false })
    expect(plain.body.payment_link.title).toBe(`Payment to ${shop.account.name}`)
  })

  it('a long name of the account is shortened to a title of the contract', async () => {
    const wordy = await api.merchant({ name: `${'Panadería '.repeat(19)}🥐` })
    const { body } = await wordy.call('POST', '/customers', { body: { name: 'Ana', phone: '+50255551111' } })
    const { status, body: charged } = await charge(body.id, { amount: 12 }, undefined, wordy)
    expect(status).toBe(201)
    const { title } = charged.payment_link
    expect([...title]).toHaveLength(120)
    expect(title).toMatch(/^Payment to Panadería .*…$/)
  })

  it('the same key sent twenty times at once creates one link', async () => {
    const customer = await customerWith(null)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => charge(customer, { amount: 12 }, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.payment_link?.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replay') === null)).toHaveLength(1)
    expect(await read('SELECT 1 FROM service.payment_link WHERE customer_id = $1', [customer])).toHaveLength(
      1,
    )
  })
})

describe('idempotency', () => {
  it('100 concurrent requests under one key authorize once, and later get the same bytes', async () => {
    const customer = await customerWith('4242424242424242')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 100 }, () => charge(customer, onCard, key)))
    expect(authorized).toBe(1)
    for (const { status, body, headers } of answers) {
      if (status === 201) continue
      expect([status, body.error.code]).toEqual([409, 'idempotency_unresolved'])
      expect(headers.get('Idempotent-Replay')).toBeNull()
    }
    const first = answers.find(({ status, headers }) => status === 201 && !headers.get('Idempotent-Replay'))
    const replay = await charge(customer, onCard, key)
    expect(replay.headers.get('Idempotent-Replay')).toBe('true')
    expect(JSON.stringify(replay.body)).toBe(JSON.stringify(first?.body))
    expect(await payments(customer)).toHaveLength(1)
  })

  it('a decline is stored: the same 402 with the same request id, even if the card would pay now', async () => {
    const customer = await customerWith('4000000000000341')
    const key = randomUUID()
    const first = await charge(customer, onCard, key)
    const again = await charge(customer, onCard, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Request-Id')).toBe(again.body.error.details.request_id)
    expect(authorized).toBe(1)
  })

  it('the same key with another body or customer is 422, and is independent on another account', async () => {
    const [ana, bob] = [await customerWith('4242424242424242'), await customerWith('4242424242424242')]
    const key = randomUUID()
    expect((await charge(ana, onCard, key)).status).toBe(201)
    for (const answer of [
      await charge(ana, { ...onCard, amount: 41 }, key),
      await charge(bob, onCard, key),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    }
    // 40.25 and 40.250, and other orders of members, are the same body.
    const same = `{"use_saved_card":true,"description":"Bread box","amount":40.250}`
    const replay = await shop.call('POST', `/customers/${ana}/charges`, {
      body: same,
      headers: { 'Idempotency-Key': key },
    })
    expect([replay.status, replay.headers.get('Idempotent-Replay')]).toEqual([201, 'true'])
    expect(authorized).toBe(1)
  })

  it.each([
    ['4000000000000259', 'VOIDED'],
    ['4000000000000267', 'APPROVED'],
  ])(
    'card %s returns 409 charge_unresolved permanently, while GET /payments shows %s',
    async (number, final) => {
      const customer = await customerWith(number)
      const key = randomUUID()
      const first = await charge(customer, onCard, key)
      expect([first.status, first.body.error.code]).toEqual([409, 'charge_unresolved'])
      const id = first.body.error.details.payment_id
      expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe('PENDING')
      await reconcile()
      expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe(final)
      const again = await charge(customer, onCard, key)
      expect([again.status, again.body]).toEqual([409, first.body])
      expect(again.headers.get('Idempotent-Replay')).toBe('true')
      expect(authorized).toBe(1)
    },
  )

  it('an interrupted charge returns 409 idempotency_unresolved and is never run again', async () => {
    const customer = await customerWith('4242424242424242')
    const key = randomUUID()
    // Another worker takes the payment over during the capture, so this process's next write must miss.
    around = {
      capture: async (reference) => {
        await read(
          `UPDATE service.payment SET owner = 'somebody else', lease_until = clock_timestamp() - interval '1 ms' WHERE id = $1`,
          [reference],
        )
        return api.bank.capture(reference)
      },
    }
    const cut = await charge(customer, onCard, key)
    expect([cut.status, cut.body.error.code]).toEqual([409, 'idempotency_unresolved'])
    expect(cut.headers.get('Idempotent-Replay')).toBeNull()
    expect(await reconcile()).toEqual({ taken: 1, closed: 1 })
    const stored = await charge(customer, onCard, key)
    expect([stored.status, stored.body.error.code]).toEqual([409, 'idempotency_unresolved'])
    expect(stored.headers.get('Idempotent-Replay')).toBe('true')
    expect(await payments(customer)).toMatchObject([{ status: 'APPROVED' }])
    expect(authorized).toBe(1)
  })
})
