import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { sha256 } from '@/lib/platform/secrets'
import { makeAccount, makeApiKey, type SeedContext } from '@/prisma/demo/seed-context'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { isApiKeyText, listApiKeys, newApiKey } from './api-key-row'
import {
  type AuthenticatedKey,
  authenticateKey,
  findKey,
  KEY_CACHE_MAX,
  KEY_CACHE_MS,
  KeyCache,
} from './authenticate-key'
import { createApiKey, LIVE_KEYS_MAX } from './create-api-key'
import { revokeApiKey } from './revoke-api-key'

const now = new Date('2026-11-20T12:00:00.000Z')
const actor = { kind: 'operator' } as const
let testDatabase: TestDatabase
let seedContext: SeedContext

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  seedContext = {
    database: new Database({ url: testDatabase.url, max: 5 }),
    log: createLog('test', 'silent'),
    urls: { web: 'http://web', api: 'http://api' },
    now: () => now,
  }
})
afterAll(async () => {
  await seedContext.database.close()
  await testDatabase.drop()
})

const system = () => seedContext.database.as('checkout_system')

describe('an API key', () => {
  it('a key is 256 random bits behind its prefix, with a checksum that detects any mistyped character', () => {
    const key = newApiKey()
    expect(key).toMatch(/^checkout_sk_[0-9A-Za-z]{49}$/)
    expect(newApiKey()).not.toBe(key)
    expect(isApiKeyText(key)).toBe(true)
    for (let at = 0; at < key.length; at += 1) {
      const wrong = key[at] === 'x' ? 'y' : 'x'
      expect(isApiKeyText(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false)
    }
    expect(isApiKeyText(`${key} `)).toBe(false)
  })

  it('only the hash and the last four characters of a key are stored', async () => {
    const account = await makeAccount(seedContext)
    const { id, api_key: key } = await makeApiKey(seedContext, account, 'Till')
    const { rows } = await system().query<{ row: string; hash: Buffer }>({
      text: 'SELECT k::text AS row, hash FROM service.api_key k WHERE id = $1',
      values: [id],
    })
    expect(rows[0]?.row).not.toContain(key.slice(12, 30))
    expect(rows[0]?.hash).toEqual(sha256(key))
    expect(await listApiKeys(system(), account.id)).toEqual([
      {
        account_id: account.id,
        id,
        name: 'Till',
        last4: key.slice(-4),
        created_at: now,
        revoked_at: null,
        expires_at: null,
        last_used_at: null,
        replaced_by: null,
        scope: 'all',
      },
    ])
    const audit = await system().query<{ details: unknown }>({
      text: 'SELECT details FROM service.audit_entry WHERE object_id = $1',
      values: [id],
    })
    expect(audit.rows).toEqual([{ details: { name: 'Till', last4: key.slice(-4), scope: 'all' } }])
  })

  it('an account has at most ten usable keys, even if many are created concurrently', async () => {
    const { id: accountId } = await makeAccount(seedContext)
    const change = { accountId, actor, name: 'Key' }
    const made = await Promise.allSettled(
      Array.from({ length: LIVE_KEYS_MAX + 4 }, () => createApiKey(system(), change, now)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIVE_KEYS_MAX)
    await expect(createApiKey(system(), change, now)).rejects.toMatchObject({ code: 'too_many_keys' })
    const [first] = await listApiKeys(system(), accountId)
    await revokeApiKey(system(), { keyId: first?.id ?? '', actor }, now)
    await createApiKey(system(), change, now)
  })

  it('a key is revoked once, and only within the handle’s tenant', async () => {
    const account = await makeAccount(seedContext)
    const stranger = await makeAccount(seedContext)
    const { id: keyId } = await makeApiKey(seedContext, account)
    const foreign = seedContext.database.as('checkout_service', stranger.id)
    await expect(revokeApiKey(foreign, { keyId, actor }, now)).rejects.toMatchObject({
      code: 'key_not_found',
    })
    const own = seedContext.database.as('checkout_service', account.id)
    expect(await revokeApiKey(own, { keyId, actor }, now)).toMatchObject({ revoked_at: now })
    const later = new Date(now.getTime() + 5_000)
    expect(await revokeApiKey(own, { keyId, actor }, later)).toMatchObject({ revoked_at: now })
  })

  it('a key needs an account and a name', async () => {
    const nobody = { accountId: 'acct_nobody', actor, name: 'Key' }
    await expect(createApiKey(system(), nobody, now)).rejects.toMatchObject({ code: 'account_not_found' })
    const { id: accountId } = await makeAccount(seedContext)
    const nameless = createApiKey(system(), { accountId, actor, name: ' ' }, now)
    await expect(nameless).rejects.toMatchObject({ code: 'invalid_parameters' })
  })
})

describe('authenticateKey', () => {
  it('a key is read once per second, and no older result is returned', async () => {
    const account = await makeAccount(seedContext)
    const { id: keyId, api_key: key } = await makeApiKey(seedContext, account)
    const at = (ms: number) => authenticateKey(seedContext.database, `Bearer ${key}`, ms)
    expect(await at(0)).toMatchObject({ keyId, account: { id: account.id } })
    await revokeApiKey(system(), { keyId, actor }, now)
    expect(await at(KEY_CACHE_MS - 1)).toMatchObject({ keyId })
    await expect(at(KEY_CACHE_MS)).rejects.toMatchObject({ code: 'invalid_api_key' })
    // A clock that went back proves nothing about age.
    await expect(at(0)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('a key with an invalid checksum does not reach the database', async () => {
    const unreachable = new Database({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 })
    expect(await findKey(unreachable, `checkout_sk_${'0'.repeat(49)}`)).toBeNull()
    await expect(findKey(unreachable, newApiKey())).rejects.toThrow()
    await unreachable.close()
  })

  it('the cache is bounded, unknown keys evict no known key, and failed reads are not cached', async () => {
    const account = await makeAccount(seedContext)
    const cache = new KeyCache()
    const keep = async (hash: string, key: AuthenticatedKey | null) => {
      const reading = Promise.resolve(key)
      cache.keep(hash, 0, reading)
      await reading
    }
    for (let i = 0; i < KEY_CACHE_MAX + 10; i += 1)
      await keep(`hash ${i}`, { keyId: `key_${i}`, scope: 'all', account, expiresAt: null, revokedAt: null })
    for (let i = 0; i < KEY_CACHE_MAX + 10; i += 1) await keep(`unknown ${i}`, null)
    expect(cache.size).toBe(KEY_CACHE_MAX)
    expect([cache.get('hash 9', 0), cache.get('unknown 9', 0)]).toEqual([null, null])
    expect(await cache.get('hash 10', 0)).toMatchObject({ keyId: 'key_10' })
    expect(await cache.get('unknown 10', 0)).toBeNull()
    expect(cache.get('unknown 10', KEY_CACHE_MS)).toBeNull()
    const broken = Promise.reject(new Error('no database'))
    cache.keep('broken', 0, broken)
    await Promise.allSettled([broken])
    expect(cache.get('broken', 0)).toBeNull()
  })
})
