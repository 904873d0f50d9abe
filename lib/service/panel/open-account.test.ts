import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { openTestPool } from '@/test/factories/create-shop'
import { OWN_BASE_URL, openPanelOf } from '@/test/factories/open-panel-of'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { registerReceiver, whyNoPanel } from './open-account'
import { openPanel, type Panel, type PanelContext, type PanelMember } from './panel'

const MEMBER = { baseUrl: OWN_BASE_URL, teamId: 'team_1', memberId: 'user_1', maxScope: 'all' } as const
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
  panel = {
    database,
    keyring,
    testMode: false,
    processor: 'test_bank',
    baseUrl: OWN_BASE_URL,
    payoutHoldMs: 0,
    now: () => now,
  }
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

async function opened(over: Pick<PanelMember, 'apiKey'>): Promise<PanelContext> {
  const ctx = await openPanel(panel, { ...MEMBER, ...over })
  if (!ctx) throw new Error('the account has no panel')
  return ctx
}

it('one click registers an address, and only the last of several clicks stays', async () => {
  const harness = await openSettlementHarness({ database, start: START, testMode: false })
  const { accountId } = harness
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, START)
  await openPanelOf({ database, now: () => now, accountId }, apiKey)
  const ctx = await opened({ apiKey })
  let second = ''
  await registerReceiver(ctx, URL, panel, async (secret) => {
    expect(secret).toMatch(/^whsec_/)
    now = new Date(START.getTime() + 1_000)
    const made = await registerReceiver(ctx, URL, panel, async () => {})
    second = made.id
  })
  expect((await listEndpoints(ctx)).map(({ id }) => id)).toEqual([second])
})

it('an address on this machine is refused if the panel may not call it', async () => {
  const { accountId } = await openSettlementHarness({ database, start: START, testMode: false })
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, START)
  await openPanelOf({ database, now: () => now, accountId }, apiKey)
  const register = async (rules: Panel) =>
    registerReceiver(await opened({ apiKey }), 'http://localhost:4000/hook', rules, async () => {})
  await expect(register(panel)).rejects.toMatchObject({
    details: { fields: [{ field: 'url', code: 'https_required' }] },
  })
  await register({ ...panel, testMode: true })
})

it('a key of another host, another team’s account and an account behind another address have no panel', async () => {
  const { accountId } = await openSettlementHarness({ database, start: START, testMode: false })
  const system = database.as('checkout_system')
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(system, key, START)
  const reasonOf = async (over: Partial<PanelMember>) => {
    const member = { ...MEMBER, apiKey, ...over }
    expect(await openPanel(panel, member)).toBeNull()
    return whyNoPanel(panel, member)
  }
  const nobodys = await openSettlementHarness({ database, start: START, testMode: false })
  const other = await createApiKey(system, { ...key, accountId: nobodys.accountId }, START)
  expect(await reasonOf({ apiKey: other.api_key })).toBe('no_team')
  await openPanelOf({ database, now: () => now, accountId }, apiKey)
  expect(await reasonOf({ teamId: 'team_2' })).toBe('other_team')
  expect(await reasonOf({ baseUrl: 'https://evil.example/api/v1' })).toBe('elsewhere')
  expect(await reasonOf({ apiKey: 'otherpay_sk_0123456789' })).toBe('elsewhere')
  const lost = await createApiKey(system, key, START)
  await revokeApiKey(system, { keyId: lost.id, actor: key.actor }, START)
  expect(await reasonOf({ apiKey: lost.api_key })).toBe('key_refused')
})
