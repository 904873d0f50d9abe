import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import { reconcileOnce } from '@/lib/service/charges/reconcile'
import { saveCard } from '@/lib/service/customers/saved-card'
import type { Processor } from '@/lib/service/processor/port'
import { customerCalls } from '@/test/factories/customer-calls'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

const LEASE_MS = 30_000
const GOOD = '4242424242424242'
const LOST_AFTER_CAPTURE = '4000000000000267'

let api: RunningApi
let shop: Merchant
/** Remaining failures of the database, by the point of the API's steps. */
let failures: Record<string, number> = {}
/** A test's hooks around the bank's steps. */
let around: { authorized?(): Promise<void>; capture?(): Promise<void>; captured?(): Promise<void> } = {}

beforeAll(async () => {
  api = await startApi({
    leaseMs: LEASE_MS,
    wrapBank: watched,
    wrapDatabase: (database) => tappedDatabase(database, failAt),
  })
  shop = await api.merchant()
})
beforeEach(() => {
  failures = {}
  around = {}
})
afterAll(() => api.stop())

function failAt(point: string): void {
  const left = failures[point] ?? 0
  if (left === 0) return
  failures[point] = left - 1
  throw new Error('Connection terminated unexpectedly')
}

function watched(bank: Processor): Processor {
  return {
    cardEntry: bank.cardEntry,
    tokenize: (...given) => bank.tokenize(...given),
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
    submitEvidence: (...call) => bank.submitEvidence(...call),
    refund: (request, signal) => bank.refund(request, signal),
    async authorize(request, signal) {
      const answer = await bank.authorize(request, signal)
      await around.authorized?.()
      return answer
    },
    async capture(reference, signal) {
      await around.capture?.()
      const answer = await bank.capture(reference, signal)
      await around.captured?.()
      return answer
    },
  }
}

async function customerWith(number: string): Promise<string> {
  const { id } = await customerCalls(shop).made()
  const card = await api.bank.tokenize({ number, expiryMonth: 12, expiryYear: 2099, cvc: '123' })
  const target = { accountId: shop.account.id, customerId: id, card, now: api.now() }
  await saveCard(api.database.as('checkout_service', shop.account.id), api.keyring, target)
  return id
}

const charge = (customerId: string, key?: string) =>
  shop.call('POST', `/customers/${customerId}/charges`, {
    body: { amount: 40.25, use_saved_card: true },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })

async function read<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await api.database.as('checkout_system').query<Row>({ text, values })).rows
}

async function statusOf(paymentId: string): Promise<string> {
  return (await shop.call('GET', `/payments/${paymentId}`)).body.status
}

/** Lets the lease pass and runs one round of the reconciler. */
async function reconcile(paymentId: string): Promise<void> {
  await read(`UPDATE service.payment SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = $1`, [
    paymentId,
  ])
  const { database, urls, now, bank: processor } = api
  await reconcileOnce({
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: LEASE_MS }),
    storeFor: (accountId) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls, leaseMs: LEASE_MS }),
    ...{ processor, owner: randomUUID(), now },
  })
}

describe('a charge whose database fails after T1', () => {
  test.each([
    ['T2', 'charge-fence', GOOD, 'VOIDED'],
    ['T3 after the capture, twice', 'charge-finish', GOOD, 'APPROVED'],
    ['the release after a lost answer', 'charge-release', LOST_AFTER_CAPTURE, 'APPROVED'],
  ])(
    'a failure at %s returns 409 with its payment, and the reconciler ends it',
    async (_, statement, card, final) => {
      const customer = await customerWith(card)
      for (const key of [undefined, randomUUID()]) {
        failures = { [`before ${statement}`]: 2 }
        const cut = await charge(customer, key)
        failures = {}
        const code = key === undefined ? 'charge_unresolved' : 'idempotency_unresolved'
        expect([cut.status, cut.body.error.code]).toEqual([409, code])
        const paymentId: string = cut.body.error.details.payment_id
        expect(await statusOf(paymentId)).toBe('PENDING')
        await reconcile(paymentId)
        expect(await statusOf(paymentId)).toBe(final)
        if (key === undefined) continue
        const stored = await charge(customer, key)
        expect(stored.headers.get('Idempotent-Replay')).toBe('true')
        expect(stored.body.error).toMatchObject({ code, details: { payment_id: paymentId } })
      }
      expect(await read('SELECT 1 FROM service.payment WHERE customer_id = $1', [customer])).toHaveLength(2)
    },
  )

  test.each([
    ['before its COMMIT', 'inside charge-close-key'],
    ['with the answer of its COMMIT', 'committed charge-close-key'],
  ])('a single failure at T3, %s, returns the stored response', async (_, point) => {
    const customer = await customerWith(GOOD)
    const key = randomUUID()
    failures = { [point]: 1 }
    const first = await charge(customer, key)
    expect([first.status, first.body.paid]).toEqual([201, true])
    expect(await statusOf(first.body.payment_id)).toBe('APPROVED')
    const replay = await charge(customer, key)
    expect(replay.headers.get('Idempotent-Replay')).toBe('true')
    expect(replay.body).toEqual(first.body)
    const events = await read(`SELECT 1 FROM service.event WHERE object_id = $1`, [first.body.payment_id])
    expect(events).toHaveLength(1)
  })
})

/** The service's share of the running API's eight connections. */
const SERVICE_CONNECTIONS = 3

test('requests that take every connection of the pool do not block a charge', async () => {
  const customer = await customerWith(GOOD)
  let giveBack = async () => {}
  around = { authorized: takeAll, capture: () => giveBack(), captured: takeAll }
  const paid = await charge(customer)
  await giveBack()
  expect([paid.status, paid.body.paid]).toEqual([201, true])

  async function takeAll(): Promise<void> {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let taken = 0
    const takers = Array.from({ length: SERVICE_CONNECTIONS + 1 }, () =>
      api.database.as('checkout_system').transaction(async () => {
        taken += 1
        await released
      }),
    )
    await expect.poll(() => taken).toBe(SERVICE_CONNECTIONS)
    giveBack = async () => {
      release()
      await Promise.all(takers)
    }
  }
})
