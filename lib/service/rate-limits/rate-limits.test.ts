import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '@/lib/platform/database'
import { leaseTokens, sweepBuckets } from '@/lib/platform/lease-tokens'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { KeyLimiter } from './limit-keys'
import { addressRules, limitAddress } from './limit-payers'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = new Database({ url: testDatabase.url, max: 10 })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const system = () => database.as('checkout_system')
/** Lets time pass for every bucket. */
const pass = (seconds: number) =>
  system().query({
    text: `UPDATE limits.bucket SET refilled_at = refilled_at - $1 * interval '1 second'`,
    values: [seconds],
  })

/** Refill so slow that a test's duration refills nothing. */
const STILL = { rate: 0.001, burst: 200 }

describe('a bucket', () => {
  test('a bucket gives its burst, then nothing, then its refill, never more than the burst', async () => {
    const subject = Buffer.from(randomUUID())
    expect((await leaseTokens(system(), subject, STILL, 150)).granted).toBe(150)
    expect((await leaseTokens(system(), subject, STILL, 150)).granted).toBe(50)
    expect((await leaseTokens(system(), subject, STILL, 1)).granted).toBe(0)
    await pass(3_000)
    expect((await leaseTokens(system(), subject, STILL, 150)).granted).toBe(3)
    await pass(1e9)
    expect((await leaseTokens(system(), subject, STILL, 1_000)).granted).toBe(200)
    await pass(4_000)
    expect(await sweepBuckets(system())).toBeGreaterThan(0)
  })

  test('many concurrent callers never get more than the bucket holds', async () => {
    const subject = Buffer.from(randomUUID())
    const leases = await Promise.all(
      Array.from({ length: 40 }, () => leaseTokens(system(), subject, STILL, 20)),
    )
    expect(leases.reduce((sum, { granted }) => sum + granted, 0)).toBe(200)
  })
})

describe('the limit of a key', () => {
  test('three processes together allow the burst, and the last state has the time to wait', async () => {
    const clockMs = () => 0
    const limiters = [1, 2, 3].map(() => new KeyLimiter(system(), STILL, clockMs))
    const keyId = randomUUID()
    const states = await Promise.all(
      Array.from({ length: 600 }, async (_, index) => limiters[index % 3]?.take(keyId)),
    )
    const allowed = states.filter((state) => state?.allowed).length
    expect(allowed).toBe(200)
    const refused = states.find((state) => state?.allowed === false)
    expect(refused).toMatchObject({ limit: 200, remaining: 0 })
    expect(refused?.retryAfterS).toBeGreaterThan(900)
  })

  test('tokens that a process leased and did not use are dropped after a second', async () => {
    let nowMs = 0
    const limiter = new KeyLimiter(system(), { rate: 100, burst: 200 }, () => nowMs)
    const keyId = randomUUID()
    expect((await limiter.take(keyId)).remaining).toBe(199)
    nowMs = 1_000
    // Nineteen of the first twenty are gone; the test's duration refills some.
    expect((await limiter.take(keyId)).remaining).toBeLessThan(199)
  })
})

describe('over HTTP', () => {
  let api: RunningApi
  let shop: Merchant

  beforeAll(async () => {
    api = await startApi({ rateLimit: { rate: 0.001, burst: 30 } })
    shop = await api.merchant()
  })
  afterAll(() => api.stop())

  test('a 429 has Retry-After and the contract’s body; every response has the limit; other keys are unaffected', async () => {
    const first = await shop.call('GET', '/payments/nobodys')
    expect(first.status).toBe(404)
    expect(first.headers.get('RateLimit-Limit')).toBe('30')
    expect(first.headers.get('RateLimit-Remaining')).toBe('29')
    const rest = await Promise.all(Array.from({ length: 40 }, () => shop.call('GET', '/me')))
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(29)
    const refused = rest.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' })
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused?.headers.get('RateLimit-Remaining')).toBe('0')
    expect(Number(refused?.headers.get('RateLimit-Reset'))).toBeGreaterThan(0)
    expect((await (await api.merchant()).call('GET', '/me')).status).toBe(200)
  })

  test('a 429 is not stored under an idempotency key', async () => {
    const merchant = await api.merchant()
    const { body: customer } = await merchant.call('POST', '/customers', {
      body: { name: 'Ana', phone: '+50255551234' },
    })
    const charge = () =>
      merchant.call('POST', `/customers/${customer.id}/charges`, {
        body: { amount: 5 },
        headers: { 'Idempotency-Key': 'order-0001' },
      })
    await Promise.all(Array.from({ length: 40 }, () => merchant.call('GET', '/me')))
    expect((await charge()).status).toBe(429)
    await api.database.as('checkout_system').query({
      text: `UPDATE limits.bucket SET refilled_at = refilled_at - interval '1 day'`,
    })
    api.passMs(10_000_000)
    expect((await charge()).status).toBe(201)
  })
})

test('an address on the payer’s page gets its burst and then has to wait; another address does not', async () => {
  const results = []
  for (let i = 0; i < addressRules.pay.burst + 1; i += 1)
    results.push(await limitAddress(database, 'pay', '203.0.113.7'))
  expect(results.filter((waitS) => waitS === 0)).toHaveLength(addressRules.pay.burst)
  expect(results.at(-1)).toBeGreaterThan(0)
  expect(await limitAddress(database, 'pay', '203.0.113.8')).toBe(0)
  expect(await limitAddress(database, 'join', '203.0.113.7')).toBe(0)
})

test('an IPv6 network has one bucket, whatever address of its /64 a card tester uses', async () => {
  const results = []
  for (let i = 0; i < addressRules.pay.burst + 1; i += 1)
    results.push(await limitAddress(database, 'pay', `2001:db8:0:7:${i.toString(16)}::1`))
  expect(results.filter((waitS) => waitS === 0)).toHaveLength(addressRules.pay.burst)
  expect(await limitAddress(database, 'pay', '2001:db8:0:8::1')).toBe(0)
})
