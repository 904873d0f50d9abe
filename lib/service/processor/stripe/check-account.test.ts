import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createAccount } from '@/lib/service/accounts/create-account'
import { openTestPool } from '@/test/factories/create-shop'
import { startStripeDouble } from '@/test/stripe/double'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { checkStripeAccount } from './check-account'
import { openStripe } from './stripe-api'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  const given = { name: 'Aurora', contact_email: 'a@b.test', timezone: 'UTC' }
  for (const place of [
    { country: 'US', currency: 'USD' },
    { country: 'GT', currency: 'GTQ' },
  ])
    await createAccount(database.as('checkout_system'), { ...given, ...place }, new Date())
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

async function check(account: { id?: string; charges_enabled?: boolean } = {}, key?: string, live = true) {
  const double = await startStripeDouble({ account: { country: 'US', default_currency: 'usd', ...account } })
  const stripe = openStripe({ STRIPE_SECRET_KEY: key ?? double.secretKey, STRIPE_API_BASE: double.url })
  return checkStripeAccount(stripe, database, live).finally(() => double.close())
}

it('accounts in another country or currency than the one at Stripe are named', async () => {
  expect(await check()).toEqual([
    expect.stringMatching(/^1 account\(s\) in GT charge in GTQ, .* settles in USD/),
  ])
})

it('a refused key, and a live account that takes no payments, end the start; a test account may be incomplete', async () => {
  await expect(check({}, 'sk_test_hunter2')).rejects.toThrow(/^Stripe refuses STRIPE_SECRET_KEY\./)
  await expect(check({ charges_enabled: false })).rejects.toThrow(/^Stripe takes no payments/)
  expect(await check({ charges_enabled: false }, undefined, false)).toHaveLength(1)
})

it('keys of another account at Stripe than the first one end the start', async () => {
  await check()
  await expect(check({ id: 'acct_other' })).rejects.toThrow(/of another Stripe account/)
})

it('a start without an answer of Stripe is one warning', async () => {
  const stripe = openStripe({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: 'http://127.0.0.1:1' })
  const lines = await checkStripeAccount(stripe, database, true)
  expect(lines).toEqual([expect.stringMatching(/^Stripe does not show its account/)])
})
