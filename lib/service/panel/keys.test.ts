import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Overlap } from '@/lib/contract/panel/keys'
import type { Database } from '@/lib/platform/database'
import { authenticateKey, KEY_CACHE_MS } from '@/lib/service/accounts/authenticate-key'
import { createApiKey, LIVE_KEYS_MAX } from '@/lib/service/accounts/create-api-key'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { createKey, endMemberKeys, listKeys, revokeKey, rollKey } from './keys'
import { openAccount } from './open-account'

const START = new Date('2026-11-10T17:00:00.000Z')
const HOUR_MS = 3_600_000

let test: TestDatabase
let database: Database
let now = START

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(() => {
  now = START
})

/** Creates an account whose dashboard uses a key, and the panel of a member. */
async function merchant() {
  const { ctx } = await createShop({ database, now: () => now })
  const made = await createApiKey(
    database.as('checkout_system'),
    { accountId: ctx.accountId, actor: { kind: 'operator' }, name: 'Dashboard' },
    now,
  )
  const panel = await openPanelOf({ database, now: () => now, accountId: ctx.accountId }, made.api_key)
  return { panel, own: made }
}

type Maker = Awaited<ReturnType<typeof merchant>>['panel']

const roll = (panel: Maker, keyId: string, overlap: Overlap = 'day', store = async () => {}) =>
  rollKey(panel, { keyId, overlap }, store)

const passHours = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS)
}

/** Later than any look-up by the process's own clock. */
let clockMs = 1e9
/** Authenticates past the cache of keys. */
function calls(apiKey: string) {
  clockMs += KEY_CACHE_MS
  return authenticateKey(database, `Bearer ${apiKey}`, clockMs, now)
}

const refusedAs = (code: string) => ({
  code: 'invalid_parameters',
  details: { fields: [expect.objectContaining({ code })] },
})

it('a key cannot have a name that nobody can see, and is revoked by its name in any form of Unicode', async () => {
  const { panel } = await merchant()
  await expect(createKey(panel, { name: '\u200b', scope: 'all' })).rejects.toMatchObject({
    details: { fields: [{ field: 'name', code: 'too_short' }] },
  })
  const key = await createKey(panel, { name: '\u200eCafe\u0301', scope: 'all' })
  expect(key.name).toBe('Café')
  await revokeKey(panel, { keyId: key.id, name: 'Cafe\u0301\u200b' })
  await expect(calls(key.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
})

describe('rolling a key', () => {
  it('a rolled key is accepted until its end, and not a millisecond longer, whatever is cached', async () => {
    const { panel } = await merchant()
    const old = await createKey(panel, { name: 'Shop server', scope: 'all' })
    const made = await roll(panel, old.id)
    expect(made).toMatchObject({ name: 'Shop server', api_key: expect.stringMatching(/^checkout_sk_/) })
    expect((await listKeys(panel)).find(({ id }) => id === old.id)).toMatchObject({
      state: 'ENDING',
      replaced_by: made.id,
      expires_at: new Date(START.getTime() + 24 * HOUR_MS).toISOString(),
    })
    now = new Date(START.getTime() + 24 * HOUR_MS - 1)
    clockMs += KEY_CACHE_MS
    await authenticateKey(database, `Bearer ${old.api_key}`, clockMs, now)
    now = new Date(now.getTime() + 1)
    await expect(authenticateKey(database, `Bearer ${old.api_key}`, clockMs, now)).rejects.toMatchObject({
      code: 'invalid_api_key',
    })
    expect(await calls(made.api_key ?? '')).toMatchObject({ keyId: made.id })
    expect((await listKeys(panel)).find(({ id }) => id === old.id)?.state).toBe('ENDED')
  })

  it('a rolled key ends at once if the member chooses that', async () => {
    const { panel } = await merchant()
    const old = await createKey(panel, { name: 'Leaked', scope: 'all' })
    await roll(panel, old.id, 'now')
    await expect(calls(old.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('one of two concurrent rolls of a key by two members is done', async () => {
    const { panel } = await merchant()
    const { id } = await createKey(panel, { name: 'Till', scope: 'all' })
    const both = await Promise.allSettled([roll(panel, id), roll(panel, id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusedAs('key_not_live'),
    })
    expect((await listKeys(panel)).filter(({ name }) => name === 'Till')).toHaveLength(2)
  })

  it('a roll is possible at the maximum number of keys, and a rolled key does not count', async () => {
    const { panel } = await merchant()
    const names = Array.from({ length: LIVE_KEYS_MAX - 1 }, (_, index) => `Key ${index}`)
    const [first] = await Promise.all(names.map((name) => createKey(panel, { name, scope: 'all' })))
    await expect(createKey(panel, { name: 'One more', scope: 'all' })).rejects.toMatchObject(
      refusedAs('too_many_keys'),
    )
    await roll(panel, first?.id ?? '', 'week')
    await expect(createKey(panel, { name: 'One more', scope: 'all' })).rejects.toMatchObject(
      refusedAs('too_many_keys'),
    )
  })

  it('a key of another account cannot be rolled', async () => {
    const { panel } = await merchant()
    const stranger = await merchant()
    const foreign = { ...panel, keyId: 'key_none' }
    await expect(roll(foreign, stranger.own.id)).rejects.toMatchObject(refusedAs('key_not_found'))
    await expect(revokeKey(foreign, { keyId: stranger.own.id, name: 'Dashboard' })).rejects.toMatchObject(
      refusedAs('key_not_found'),
    )
    expect(await calls(stranger.own.api_key)).toMatchObject({ keyId: stranger.own.id })
  })
})

describe('rolling the key in use by the dashboard', () => {
  it('the new key is stored while both are accepted, shown to nobody, and only then the old one ends', async () => {
    const { panel, own } = await merchant()
    const stored: string[] = []
    const made = await rollKey(panel, { keyId: own.id, overlap: 'now' }, async (apiKey) => {
      await calls(own.api_key)
      await calls(apiKey)
      stored.push(apiKey)
    })
    expect(made).toEqual({ id: expect.any(String), name: 'Dashboard', api_key: null })
    expect(await calls(stored[0] ?? '')).toMatchObject({ keyId: made.id })
    await expect(calls(own.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('a roll whose new key cannot be stored is reverted: the old one stays, the new one is never accepted', async () => {
    const { panel, own } = await merchant()
    let lost = ''
    const failing = rollKey(panel, { keyId: own.id, overlap: 'now' }, async (apiKey) => {
      lost = apiKey
      throw new Error('no answer')
    })
    await expect(failing).rejects.toThrow('no answer')
    passHours(24 * 30)
    expect(await calls(own.api_key)).toMatchObject({ keyId: own.id, expiresAt: null })
    await expect(calls(lost)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('a roll can be repeated after a process died before it stored the new key', async () => {
    const { panel, own } = await merchant()
    const dying = rollKey(panel, { keyId: own.id, overlap: 'now' }, () => new Promise(() => {}))
    void dying
    await expect.poll(async () => (await listKeys(panel)).length).toBe(2)
    await calls(own.api_key)
    const stored: string[] = []
    const made = await rollKey(panel, { keyId: own.id, overlap: 'now' }, async (apiKey) => {
      stored.push(apiKey)
    })
    await expect(calls(own.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await calls(stored[0] ?? '')).toMatchObject({ keyId: made.id })
  })
})

describe('two rolls of the key in use by the dashboard at once', () => {
  /**
   * Rolls the key, and rolls it again while the new one is being stored: the second one is stored when `settle`
   * resolves.
   */
  async function rollTwice(overlap: Overlap, settle: Promise<void>) {
    const { panel, own } = await merchant()
    let second: Promise<unknown> = Promise.resolve()
    await roll(panel, own.id, overlap, async () => {
      second = roll(panel, own.id, overlap, () => settle).catch((error: unknown) => error)
      await expect.poll(async () => (await listKeys(panel)).length).toBe(3)
    })
    return { panel, own, second }
  }

  it('two rolls end the old key as the first one requested, whatever the result of the second', async () => {
    const { own } = await rollTwice('now', new Promise(() => {}))
    await expect(calls(own.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('the end that the first roll set stays if the second is reverted', async () => {
    let fail = () => {}
    const lost = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('no answer'))
    })
    const { panel, own, second } = await rollTwice('day', lost)
    fail()
    expect(await second).toMatchObject({ message: 'no answer' })
    const keys = await listKeys(panel)
    const old = keys.find(({ id }) => id === own.id)
    expect(old?.expires_at).toBe(new Date(START.getTime() + 24 * HOUR_MS).toISOString())
    expect(keys.find(({ id }) => id === old?.replaced_by)?.state).toBe('LIVE')
  })
})

describe('revoking a key', () => {
  it('a revocation needs the key’s name, and is audited under the member', async () => {
    const { panel } = await merchant()
    const { id, api_key: apiKey } = await createKey(panel, { name: 'Old till', scope: 'all' })
    await expect(revokeKey(panel, { keyId: id, name: 'Old' })).rejects.toMatchObject(refusedAs('other_name'))
    await revokeKey(panel, { keyId: id, name: 'Old till ' })
    await expect(calls(apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const { rows } = await panel.db.query<{ actor: string; action: string }>({
      text: 'SELECT actor, action FROM service.audit_entry WHERE object_id = $1 ORDER BY action',
      values: [id],
    })
    expect(rows).toEqual([
      { actor: 'member:user_1', action: 'api_key.created' },
      { actor: 'member:user_1', action: 'api_key.revoked' },
    ])
  })

  it('a revocation of the key in use, or of the last key without an end, is refused with an alternative', async () => {
    const { panel, own } = await merchant()
    await expect(revokeKey(panel, { keyId: own.id, name: 'Dashboard' })).rejects.toMatchObject(
      refusedAs('key_in_use'),
    )
    const elsewhere = { ...panel, keyId: 'key_of_another_dashboard' }
    await expect(revokeKey(elsewhere, { keyId: own.id, name: 'Dashboard' })).rejects.toMatchObject(
      refusedAs('last_key'),
    )
    const made = await roll(elsewhere, own.id)
    await expect(revokeKey(elsewhere, { keyId: made.id, name: 'Dashboard' })).rejects.toMatchObject(
      refusedAs('last_key'),
    )
    await revokeKey(elsewhere, { keyId: own.id, name: 'Dashboard' })
  })

  it('one of two keys that are revoked at once stays', async () => {
    const { panel, own } = await merchant()
    const { id } = await createKey(panel, { name: 'Second', scope: 'all' })
    const elsewhere = { ...panel, keyId: 'key_of_another_dashboard' }
    const both = await Promise.allSettled([
      revokeKey(elsewhere, { keyId: own.id, name: 'Dashboard' }),
      revokeKey(elsewhere, { keyId: id, name: 'Second' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listKeys(panel)).filter(({ state }) => state === 'LIVE')).toHaveLength(1)
  })
})

describe('scopes of keys', () => {
  it('a member makes and rolls no key beyond their role, and their keys end with the membership or a lower role', async () => {
    const { panel, own } = await merchant()
    const reader: Maker = { ...panel, maxScope: 'read', actor: { kind: 'member', id: 'user_2' } }
    await expect(createKey(reader, { name: 'Shop', scope: 'links' })).rejects.toMatchObject(
      refusedAs('scope_beyond_role'),
    )
    await expect(roll(reader, own.id)).rejects.toMatchObject(refusedAs('scope_beyond_role'))
    const read = await createKey(reader, { name: 'Reports', scope: 'read' })
    const links = await createKey({ ...reader, maxScope: 'all' }, { name: 'Shop', scope: 'links' })
    expect((await listKeys(panel)).map(({ name, scope }) => [name, scope])).toEqual(
      expect.arrayContaining([
        ['Reports', 'read'],
        ['Shop', 'links'],
      ]),
    )
    const rolled = await roll(reader, read.id, 'now')
    const member = { teamId: 'team_1', memberId: 'user_2' }
    const end = (keep: 'read' | null) => endMemberKeys({ database, now: () => now }, { ...member, keep })
    expect(await endMemberKeys({ database, now: () => now }, { ...member, teamId: 'team_9' })).toBe(0)
    expect(await end('read')).toBe(1)
    await expect(calls(links.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await calls(rolled.api_key ?? '')).toMatchObject({ scope: 'read' })
    // The old key of the roll ends as well.
    expect(await end(null)).toBe(2)
    await expect(calls(rolled.api_key ?? '')).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await calls(own.api_key)).toMatchObject({ scope: 'all' })
  })
  it('a rolled key ends with the member who saw it, and not with the maker of the old one', async () => {
    const { panel, own } = await merchant()
    const admin: Maker = { ...panel, actor: { kind: 'member', id: 'user_3' } }
    const shop = await createKey(panel, { name: 'Shop', scope: 'all' })
    const rolled = await roll(admin, shop.id)
    await roll(admin, own.id)
    const end = (memberId: string) =>
      endMemberKeys({ database, now: () => now }, { teamId: 'team_1', memberId })
    expect(await end('user_3')).toBe(1)
    await expect(calls(rolled.api_key ?? '')).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await calls(shop.api_key)).toMatchObject({ keyId: shop.id })
  })

  it('a key that is made or rolled during the removal of its member is revoked and not returned', async () => {
    const { panel, own } = await merchant()
    const shop = await createKey(panel, { name: 'Shop', scope: 'all' })
    const removed = {
      ...panel,
      recheck: async () => {
        throw new Error('removed')
      },
    }
    await expect(createKey(removed, { name: 'Late', scope: 'all' })).rejects.toThrow('removed')
    await expect(roll(removed, shop.id)).rejects.toThrow('removed')
    const kept = (await listKeys(panel)).filter(({ state }) => state !== 'REVOKED')
    expect(kept.map(({ id, state }) => [id, state]).sort()).toEqual(
      [
        [own.id, 'LIVE'],
        [shop.id, 'LIVE'],
      ].sort(),
    )
  })
})

it('an account that is given to another team refuses the keys of the former one, which cannot open it again', async () => {
  const business = { name: 'Luna', currency: 'GTQ', timezone: 'America/Guatemala', country: 'GT' }
  const input = { ...business, contact_email: 'a@luna.test' }
  const open = (teamId: string) =>
    openAccount({ database, now: () => now, processor: 'test_bank' }, input, { teamId, memberId: 'user_1' })
  const { accountId, apiKey } = await open('team_1')
  const panel = await openPanelOf({ database, now: () => now, accountId }, apiKey)
  const member = await createKey(panel, { name: 'Shop', scope: 'all' })
  const change = { accountId, actor: { kind: 'operator' } as const }
  const db = database.as('checkout_system')
  const operator = await createApiKey(db, { ...change, name: 'Dashboard' }, now)
  await giveAccount(db, { ...change, team: 'team_2', onlyUnowned: true }, now)
  expect(await calls(member.api_key)).toMatchObject({ keyId: member.id })
  await giveAccount(db, { ...change, team: 'team_2' }, now)
  for (const key of [apiKey, member.api_key])
    await expect(calls(key)).rejects.toMatchObject({ code: 'invalid_api_key' })
  await expect(open('team_1')).rejects.toMatchObject(refusedAs('account_of_other_team'))
  await expect(createKey(panel, { name: 'Late', scope: 'all' })).rejects.toMatchObject(
    refusedAs('account_not_found'),
  )
  expect(await calls(operator.api_key)).toMatchObject({ keyId: operator.id })
})
