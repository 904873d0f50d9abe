import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import type { Panel } from './panel'
import { deleteOlderWebhooks, isOwnAccount, registerWebhook } from './webhooks'

const START = new Date('2026-11-10T17:00:00.000Z')
const URL = 'https://dashboard.example.com/api/webhooks/conn_1'

let test: TestDatabase
let database: Database
let panel: Panel
let now = START

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
  const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
  panel = { database, keyring, testMode: false, now: () => now }
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('one click registers an address, and only the last of several clicks stays', async () => {
  const harness = await openSettlementHarness({ database, start: START, testMode: false })
  const { accountId } = harness
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, START)
  const member = { apiKey, memberId: 'user_1' }
  expect(await isOwnAccount(panel, apiKey)).toBe(true)
  const first = await registerWebhook(panel, member, URL)
  now = new Date(START.getTime() + 1_000)
  const second = await registerWebhook(panel, member, URL)
  expect(second?.secret).toMatch(/^whsec_/)
  for (const made of [second, first])
    await deleteOlderWebhooks(panel, member, { id: made?.id ?? '', url: URL })
  const db = database.as('checkout_service', accountId)
  expect((await listEndpoints({ db, accountId })).map(({ id }) => id)).toEqual([second?.id])
})

it('an address on this machine is refused if the panel may not call it', async () => {
  const { accountId } = await openSettlementHarness({ database, start: START, testMode: false })
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, START)
  const member = { apiKey, memberId: 'user_1' }
  const local = 'http://localhost:4000/hook'
  await expect(registerWebhook(panel, member, local)).rejects.toMatchObject({
    details: { fields: [{ field: 'url', code: 'https_required' }] },
  })
  expect(await registerWebhook({ ...panel, testMode: true }, member, local)).not.toBeNull()
})

it('a key of another host registers nothing', async () => {
  const member = { apiKey: 'otherpay_sk_0123456789', memberId: 'user_1' }
  expect(await isOwnAccount(panel, member.apiKey)).toBe(false)
  expect(await registerWebhook(panel, member, URL)).toBeNull()
})
