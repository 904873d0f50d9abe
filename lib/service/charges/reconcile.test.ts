import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import type { Processor } from '@/lib/service/processor/port'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import type { ChargeStore } from './charge-store'
import { postgresChargeStore } from './postgres-charge-store'
import { postgresOrphanStore } from './postgres-orphan-store'
import { PAYMENT_CONCURRENCY, reconcileOnce, reconcilePayments } from './reconcile'

const PAYMENTS = 60
const LONGEST_WAIT_MS = 20_000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url, 20)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** Returns a bank that is out of order after each authorization. */
const failsAfterAuthorize = (bank: Processor): Processor => ({
  cardEntry: bank.cardEntry,
  tokenize: (...given) => bank.tokenize(...given),
  confirmed: (reference, signal) => bank.confirmed(reference, signal),
  capture: (reference, signal) => bank.capture(reference, signal),
  void: (reference, signal) => bank.void(reference, signal),
  lookup: (reference, signal) => bank.lookup(reference, signal),
  submitEvidence: (...call) => bank.submitEvidence(...call),
  refund: (request, signal) => bank.refund(request, signal),
  async authorize(request, signal) {
    const answer = await bank.authorize(request, signal)
    await changeTestBank(database, { outage: true })
    return answer
  },
})

async function left(shop: Shop): Promise<Record<string, number>> {
  const { rows } = await shop.ctx.db.query<{ status: string; count: number }>({
    text: 'SELECT status, count(*) FROM service.payment GROUP BY 1',
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('an outage of the bank: no payer sees "declined", waits never exceed 20 s, and every payment ends after it', async () => {
  const shop = await createShop({ database, wrap: failsAfterAuthorize })
  const link = await shop.newLink()
  for (let made = 0; made < PAYMENTS; made += 1) {
    await changeTestBank(database, { outage: false })
    const paid = await shop.pay(link.id, undefined, { attempt: randomUUID() })
    expect(paid).toMatchObject({ attempt: { status: 'PENDING' } })
  }
  expect(await shop.pay(link.id)).toEqual({ kind: 'processor_down' })

  const system = database.as('checkout_system')
  for (let round = 0; round < 8; round += 1) {
    // Every wait is shortened, so that the rounds of a long outage pass at once.
    await system.query({
      text: `UPDATE service.payment SET lease_until = clock_timestamp() - interval '1 ms' WHERE status = 'PENDING'`,
    })
    for (;;) if ((await shop.reconcile()).taken === 0) break
    expect(await left(shop)).toEqual({ PENDING: PAYMENTS })
    const { rows } = await system.query<{ wait_ms: number; attempts: number }>({
      text: `SELECT max(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS wait_ms,
        min(void_attempts) AS attempts FROM service.payment`,
    })
    expect(rows[0]?.attempts).toBe(round + 1)
    expect(rows[0]?.wait_ms).toBeLessThanOrEqual(LONGEST_WAIT_MS)
  }

  await changeTestBank(database, { outage: false })
  // The longest wait has passed for all of them: the rest of the minute belongs to the reconciler.
  await system.query({
    text: `UPDATE service.payment SET lease_until = clock_timestamp() - interval '1 ms' WHERE status = 'PENDING'`,
  })
  const options = {
    database,
    processor: shop.bank,
    urls: shop.deps.urls,
    leaseMs: 30_000,
    owner: randomUUID(),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  }
  // A full round asks for another one at once.
  for (let rounds = 1; await reconcilePayments(options); rounds += 1)
    expect(rounds).toBeLessThanOrEqual(PAYMENTS / PAYMENT_CONCURRENCY)
  expect(await left(shop)).toEqual({ VOIDED: PAYMENTS })
  const { rows } = await database.as('checkout_bank').query({
    text: 'SELECT DISTINCT status FROM test_bank.operation',
  })
  expect(rows).toEqual([{ status: 'VOIDED' }])
}, 60_000)

test('a payment whose end cannot be written is reported, and the others of its round end all the same', async () => {
  const shop = await createShop({ database })
  const unresolved = async () => {
    const paid = await shop.pay((await shop.newLink()).id, '4000000000000119')
    return paid.kind === 'attempted' ? paid.attempt.paymentId : ''
  }
  const [broken, sound] = [await unresolved(), await unresolved()]
  const named: string[] = []
  let tellFailed = () => {}
  const failed = new Promise<void>((resolve) => {
    tellFailed = resolve
  })
  const store = postgresChargeStore({ db: shop.ctx.db, urls: shop.deps.urls, leaseMs: 30_000 })
  const failing: ChargeStore = {
    ...store,
    async finish(hold, ...rest) {
      if (hold.paymentId !== broken) return store.finish(hold, ...rest)
      tellFailed()
      throw new Error('no room left')
    },
  }
  const round = reconcileOnce({
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: 30_000 }),
    storeFor: () => failing,
    processor: {
      ...failsAfterAuthorize(shop.bank),
      async void(reference) {
        if (reference === sound) await failed
        return shop.bank.void(reference)
      },
    },
    owner: randomUUID(),
    now: () => new Date(),
    onFailure: ({ paymentId }) => named.push(paymentId),
  })
  await expect(round).rejects.toThrow('no room left')
  expect(named).toEqual([broken])
  expect(await left(shop)).toEqual({ PENDING: 1, VOIDED: 1 })
})

test('a database that is full for an hour delays the end of a payment by at most 20 s after it', async () => {
  const shop = await createShop({ database })
  await shop.pay((await shop.newLink()).id, '4000000000000119')
  const store = postgresChargeStore({ db: shop.ctx.db, urls: shop.deps.urls, leaseMs: 30_000 })
  const system = database.as('checkout_system')
  const raiseFull = `DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`
  const full: ChargeStore = { ...store, finish: () => system.query({ text: raiseFull }).then(() => null) }
  await system.query({
    text: `UPDATE service.payment SET void_attempts = 9, lease_until = clock_timestamp() - interval '1 ms' WHERE status = 'PENDING'`,
  })
  const round = reconcileOnce({
    orphans: postgresOrphanStore({ db: system, leaseMs: 30_000 }),
    storeFor: () => full,
    processor: shop.bank,
    owner: randomUUID(),
    now: () => new Date(),
  })
  await expect(round).rejects.toThrow('No space left')
  const { rows } = await shop.ctx.db.query<{ wait_ms: number }>({
    text: `SELECT (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS wait_ms
      FROM service.payment WHERE status = 'PENDING'`,
  })
  expect(rows[0]?.wait_ms).toBeLessThanOrEqual(LONGEST_WAIT_MS)
})
