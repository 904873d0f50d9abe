import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { Database, databaseErrorCode, type Queryable } from './database'
import { DatabaseAway, isDatabaseAway } from './database-away'

describe('Database', () => {
  let testDatabase: TestDatabase
  let database: Database

  beforeAll(async () => {
    testDatabase = await createTestDatabase()
  })
  beforeEach(() => {
    // The pool has one connection, so each handle gets the one that another handle used before.
    database = new Database({ url: testDatabase.url, max: 1 })
    return () => database.close()
  })
  afterAll(() => testDatabase.drop())

  async function asOwner(statement: string) {
    const client = new Client({ connectionString: testDatabase.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  async function identity(queryable: Queryable) {
    const { rows } = await queryable.query<{ role: string; tenant: string | null; pid: number }>({
      text: `SELECT current_user::text AS role, current_setting('app.tenant', true) AS tenant, pg_backend_pid() AS pid`,
    })
    return rows[0]
  }

  it('a connection that passes to another handle is bound to its role and tenant', async () => {
    const a = database.as('checkout_service', 'acct_a')
    const b = database.as('checkout_service', 'acct_b')
    const system = database.as('checkout_system')
    const seen = []
    for (const handle of [a, b, a, system, b, b, system]) seen.push(await identity(handle))
    expect(seen.map((it) => `${it?.role} ${it?.tenant}`)).toEqual([
      'checkout_service acct_a',
      'checkout_service acct_b',
      'checkout_service acct_a',
      'checkout_system ',
      'checkout_service acct_b',
      'checkout_service acct_b',
      'checkout_system ',
    ])
    expect(new Set(seen.map((it) => it?.pid)).size).toBe(1)
  })

  it('many handles stay separate while they share few connections', async () => {
    const wide = new Database({ url: testDatabase.url, max: 3 })
    const tenants = Array.from({ length: 60 }, (_, i) => `acct_${i % 7}`)
    const seen = await Promise.all(tenants.map((tenant) => identity(wide.as('checkout_service', tenant))))
    expect(seen.map((it) => it?.tenant)).toEqual(tenants)
    await wide.close()
  })

  it('the binding holds through a transaction and after its rollback', async () => {
    const handle = database.as('checkout_service', 'acct_a')
    const inside = await handle.transaction((tx) => identity(tx))
    expect(inside).toMatchObject({ role: 'checkout_service', tenant: 'acct_a' })
    await expect(
      handle.transaction(async (tx) => {
        await tx.query({ text: `SELECT set_config('app.tenant', 'acct_b', false)` })
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await identity(handle)).toMatchObject({ role: 'checkout_service', tenant: 'acct_a' })
  })

  it('a transaction that throws leaves nothing, and one that does not leaves everything', async () => {
    const handle = database.as('checkout_service', 'acct_a')
    const insert = (tx: Queryable, id: string) =>
      tx.query({
        text: `INSERT INTO service.audit_entry (account_id, id, actor, action, created_at)
          VALUES ('acct_a', $1, 'worker', 'x', now())`,
        values: [id],
      })
    const failing = handle.transaction(async (tx) => {
      await insert(tx, 'lost')
      await insert(tx, 'lost')
    })
    await expect(failing).rejects.toSatisfy((error) => databaseErrorCode(error) === '23505')
    expect(await handle.transaction(async (tx) => (await insert(tx, 'kept')).count)).toBe(1)
    const { rows } = await handle.query({ text: 'SELECT id FROM service.audit_entry' })
    expect(rows).toEqual([{ id: 'kept' }])
  })

  it('a transaction that throws while statements are under way undoes every one of them', async () => {
    const handle = database.as('checkout_bank')
    const settings = async () =>
      (await handle.query<{ delay_ms: number }>({ text: 'SELECT delay_ms FROM test_bank.setting' })).rows
    const before = await settings()
    const write = { text: 'UPDATE test_bank.setting SET delay_ms = delay_ms + 7' }
    const failing = handle.transaction((tx) => {
      const sent = [tx.query({ ...write, reads: true as const }), tx.query(write), tx.query(write)]
      return Promise.all([...sent, Promise.reject(new Error('the caller gave up'))])
    })
    await expect(failing).rejects.toThrow('the caller gave up')
    expect(await settings()).toEqual(before)
    const refused = handle.transaction((tx) =>
      Promise.all([tx.query(write), tx.query({ text: 'SELECT 1 / 0' }), tx.query(write)]),
    )
    await expect(refused).rejects.toThrow('division by zero')
    const nested = handle.transaction((tx) =>
      Promise.all([Promise.all([tx.query({ text: 'SELECT 1 / 0' }), tx.query(write)]), tx.query(write)]),
    )
    await expect(nested).rejects.toThrow('division by zero')
    expect(await settings()).toEqual(before)
  })

  it('a transaction whose work swallows an error of the database fails with that error', async () => {
    const handle = database.as('checkout_system')
    const swallowed = handle.transaction((tx) => tx.query({ text: 'SELECT 1 / 0' }).catch(() => null))
    await expect(swallowed).rejects.toThrow('division by zero')
  })

  it('a connection that the server ended is replaced and bound again', async () => {
    const handle = database.as('checkout_service', 'acct_a')
    await identity(handle)
    await handle.query({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' }).catch(() => {})
    await expect
      .poll(() => identity(handle).catch(() => null))
      .toMatchObject({ role: 'checkout_service', tenant: 'acct_a' })
  })

  it('a connection with a prepared statement that a migration broke is dropped', async () => {
    const handle = database.as('checkout_system')
    const star = () => handle.query({ name: 'star', text: 'SELECT * FROM service.api_key' })
    await star()
    const before = await identity(handle)
    await asOwner('ALTER TABLE service.api_key ADD COLUMN added text')
    await expect(star()).rejects.toSatisfy((error) => databaseErrorCode(error) === '0A000')
    await star()
    expect((await identity(handle))?.pid).not.toBe(before?.pid)
  })

  it('a connection to a read-only server is dropped, and a new one to a writable server succeeds', async () => {
    const own = new Database({ url: testDatabase.url, max: 1 })
    const name = escapeIdentifier(new URL(testDatabase.url).pathname.slice(1))
    const write = () =>
      own.as('checkout_system').query({ text: `UPDATE service.api_key SET name = name WHERE id = 'none'` })
    await asOwner(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await expect(write()).rejects.toSatisfy(isDatabaseAway)
    await asOwner(`BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`)
    expect(await write()).toMatchObject({ count: 0 })
    await own.close()
  })

  it('listeners of a channel wake after a commit, and not after a rollback', async () => {
    const listener = new Client({ connectionString: testDatabase.url })
    await listener.connect()
    const heard: string[] = []
    listener.on('notification', ({ channel }) => heard.push(channel))
    await listener.query('LISTEN kept; LISTEN lost')
    const handle = database.as('checkout_system')
    await handle
      .transaction(async (tx) => {
        tx.wake?.('lost')
        throw new Error('stop')
      })
      .catch(() => {})
    await handle.transaction(async (tx) => {
      tx.wake?.('kept')
      tx.wake?.('kept')
    })
    await expect.poll(() => heard).toEqual(['kept'])
    await listener.end()
  })

  it('64-bit sums are read exactly, or not at all', async () => {
    const handle = database.as('checkout_system')
    const sum = (text: string) => handle.query<{ sum: number }>({ text: `SELECT ${text}::bigint AS sum` })
    expect((await sum('9007199254740991')).rows).toEqual([{ sum: 9_007_199_254_740_991 }])
    await expect(sum('9007199254740993')).rejects.toThrow(RangeError)
    expect(await identity(handle)).toMatchObject({ role: 'checkout_system' })
  })

  it('the error of another copy of the module is recognized as an unavailable database', async () => {
    vi.resetModules()
    const other: typeof import('./database-away') = await import('./database-away')
    expect(other.DatabaseAway).not.toBe(DatabaseAway)
    expect(isDatabaseAway(new other.DatabaseAway('too many requests wait'))).toBe(true)
    expect(isDatabaseAway(new Error('too many requests wait'))).toBe(false)
  })

  it('an error code is reported for a refusal by Postgres only', async () => {
    const refused = await database
      .as('checkout_service', 'acct_a')
      .query({ text: 'SELECT * FROM dashboard.connection' })
      .catch((error: unknown) => error)
    expect(databaseErrorCode(refused)).toBe('42501')
    expect(databaseErrorCode(new Error('other'))).toBeNull()
  })
})
