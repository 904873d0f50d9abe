import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { namePayoutAccount, type Panel, readPayouts } from './payouts'

const START = new Date('2026-11-10T17:00:00.000Z')
const GOOD = { bank_name: 'Banco Central', holder: 'Café Aurora', number: '0001 2345-6789' }

let test: TestDatabase
let database: Database
let panel: Panel

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
  panel = { database, keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`), now: () => START }
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

async function merchant() {
  const harness = await openSettlementHarness({ database, start: START, testMode: false })
  const key = { accountId: harness.accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { id, api_key } = await createApiKey(database.as('checkout_system'), key, START)
  return { harness, keyId: id, apiKey: api_key }
}

it('the bank account and the reason of a waiting transfer are shown for the account of the key only', async () => {
  const { harness, apiKey } = await merchant()
  await harness.collect(10_000)
  harness.passHours(24)
  await harness.settle()
  await harness.transfer()
  const [{ id = '' } = {}] = await harness.settlements()
  const waiting = { id, amount: '96.80', currency: 'USD' }
  expect(await readPayouts(panel, apiKey)).toEqual({
    account: null,
    schedule: 'daily',
    waiting: [{ ...waiting, problem: 'no_bank_account' }],
  })
  expect(await namePayoutAccount(panel, { apiKey, memberId: 'user_1' }, GOOD)).toBe(true)
  expect(await readPayouts(panel, apiKey)).toEqual({
    account: { bankName: 'Banco Central', holder: 'Café Aurora', last4: '6789', since: START.toISOString() },
    schedule: 'daily',
    waiting: [{ ...waiting, problem: null }],
  })
  const { rows } = await harness.shop.ctx.db.query<{ actor: string; details: object }>({
    text: `SELECT actor, details FROM service.audit_entry WHERE action = 'bank_account.set'`,
  })
  expect(rows).toEqual([{ actor: 'member:user_1', details: { last4: '6789' } }])
})

it('payouts are available while charges are off, and not with another account’s or a revoked key', async () => {
  const { harness, apiKey, keyId } = await merchant()
  await database.as('checkout_system').query({
    text: 'UPDATE service.account SET charges_switch = false WHERE id = $1',
    values: [harness.accountId],
  })
  expect(await namePayoutAccount(panel, { apiKey, memberId: 'user_1' }, GOOD)).toBe(true)
  expect(await readPayouts(panel, 'checkout_sk_of_another_host')).toBeNull()
  expect(await namePayoutAccount(panel, { apiKey: 'sk_other', memberId: 'user_1' }, GOOD)).toBe(false)
  const revoked = await merchant()
  const actor = { kind: 'operator' } as const
  await revokeApiKey(database.as('checkout_system'), { keyId: revoked.keyId, actor }, START)
  expect(await readPayouts(panel, revoked.apiKey)).toBeNull()
  expect(keyId).not.toBe(revoked.keyId)
})

it.each([
  [{ ...GOOD, number: '12' }, ['number']],
  [{ ...GOOD, number: '1'.repeat(35) }, ['number']],
  [{ bank_name: '', holder: ' ', number: 'ñ' }, ['bank_name', 'holder', 'number']],
])('the input %j is refused', async (input, fields) => {
  const { apiKey } = await merchant()
  await expect(namePayoutAccount(panel, { apiKey, memberId: 'user_1' }, input)).rejects.toMatchObject({
    code: 'invalid_parameters',
    details: { fields: fields.map((field) => expect.objectContaining({ field })) },
  })
})
