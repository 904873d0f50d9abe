import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import { migrate, requireMigrated } from './migrate'

it('a process without the owner’s login refuses a database that is older than its code', async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  const { service } = testLogins(database.url)
  await requireMigrated(service, 'prisma/migrations')
  mkdirSync(path.join(folder, '9_newer'))
  writeFileSync(path.join(folder, '9_newer', 'migration.sql'), 'SELECT 1')
  await expect(requireMigrated(service, folder)).rejects.toThrow('lacks migration 9_newer')
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('a process without the owner’s login starts after a compatible newer migration, and refuses another by name', async () => {
  const database = await createTestDatabase()
  const { service } = testLogins(database.url)
  const newer = async (name: string, logs: string | null) => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $1, $1, $2)',
      [name, logs],
    )
    await client.end()
  }
  await newer('29990101000000_fine', 'compatible')
  await requireMigrated(service, 'prisma/migrations')
  await newer('29990102000000_other', null)
  await expect(requireMigrated(service, 'prisma/migrations')).rejects.toThrow(
    'migration 29990102000000_other',
  )
  await database.drop()
})

describe('migrate', () => {
  let database: TestDatabase
  let folder: string
  let client: Client

  function write(name: string, sql: string) {
    mkdirSync(path.join(folder, name), { recursive: true })
    writeFileSync(path.join(folder, name, 'migration.sql'), sql)
  }

  beforeEach(async () => {
    database = await createTestDatabase()
    folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
    client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('DROP TABLE IF EXISTS _prisma_migrations')
  })

  afterEach(async () => {
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  it('each migration is applied once, in order, and recorded as by Prisma', async () => {
    write('2_second', 'ALTER TABLE first_one ADD COLUMN b int')
    write('1_first', 'CREATE TABLE first_one (a int); INSERT INTO first_one VALUES (1)')
    expect(await migrate(database.url, folder)).toEqual(['1_first', '2_second'])
    expect(await migrate(database.url, folder)).toEqual([])
    const { rows } = await client.query(
      'SELECT length(checksum) AS checksum, applied_steps_count, finished_at IS NOT NULL AS done FROM _prisma_migrations',
    )
    expect(rows).toEqual([
      { checksum: 64, applied_steps_count: 1, done: true },
      { checksum: 64, applied_steps_count: 1, done: true },
    ])
  })

  it('a server that is too old is refused before anything is changed', async () => {
    write('1_first', 'CREATE TABLE first_one (a int)')
    await expect(migrate(database.url, folder, { oldestServer: 99 })).rejects.toThrow(
      /^The server is PostgreSQL \d+\.\d+.*, and Checkout needs 99 or later\. Upgrade it/,
    )
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS migrations")
    expect(rows).toEqual([{ migrations: null }])
  })

  it('several processes can migrate at once', async () => {
    write('1_first', 'CREATE TABLE only_once (a int)')
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)))
    expect(applied.flat()).toEqual(['1_first'])
  })

  it('a migration that fails leaves nothing, stops the run, and names its file, its statement and the next step', async () => {
    write('1_broken', 'CREATE TABLE half (a int);\n-- A remark.\nSELECT nothing FROM half')
    write('2_after', 'CREATE TABLE after_it (a int)')
    await expect(migrate(database.url, folder)).rejects.toThrow(
      /^Migration 1_broken failed: column "nothing" does not exist \(step 1 of 1 of 1_broken\/migration.sql, at "SELECT nothing FROM half"\).*`npm run migrate`/,
    )
    const { rows } = await client.query(
      "SELECT to_regclass('half') AS half, to_regclass('after_it') AS after",
    )
    expect(rows).toEqual([{ half: null, after: null }])
  })

  const remove = (name: string) => rmSync(path.join(folder, name), { recursive: true })

  it('a release starts on a database that is newer by compatible migrations, also unfinished and failed ones', async () => {
    write('1_first', 'CREATE TABLE first_one (a int)')
    write('2_newer', '-- A remark.\n-- compatible: yes\nALTER TABLE first_one ADD COLUMN b int')
    write('3_failing', '-- compatible: yes\nSELECT 1 / 0')
    await expect(migrate(database.url, folder)).rejects.toThrow('3_failing failed: division by zero')
    remove('2_newer')
    remove('3_failing')
    expect(await migrate(database.url, folder)).toEqual([])
    // The file is corrected.
    write('3_failing', '-- compatible: yes\nSELECT 1')
    expect(await migrate(database.url, folder)).toEqual(['3_failing'])
  })

  it('a release refuses a database that is newer by a migration without the mark, by its name', async () => {
    write('1_first', 'CREATE TABLE first_one (a int)')
    write('2_newer', '-- compatible: no\nALTER TABLE first_one RENAME COLUMN a TO b')
    await migrate(database.url, folder)
    remove('2_newer')
    await expect(migrate(database.url, folder)).rejects.toThrow('The database has migration 2_newer')
  })

  it('a failed compatible migration continues, and keeps its mark', async () => {
    write('1_gated', '-- compatible: yes\nSELECT 1 / a FROM gate')
    await client.query('CREATE TABLE gate (a int); INSERT INTO gate VALUES (0)')
    await expect(migrate(database.url, folder)).rejects.toThrow('1_gated failed')
    await client.query('UPDATE gate SET a = 1')
    expect(await migrate(database.url, folder)).toEqual(['1_gated'])
    remove('1_gated')
    expect(await migrate(database.url, folder)).toEqual([])
  })

  it('a migration that was changed after it was applied is refused', async () => {
    write('1_first', 'CREATE TABLE first_one (a int)')
    await migrate(database.url, folder)
    write('1_first', 'CREATE TABLE another (a int)')
    await expect(migrate(database.url, folder)).rejects.toThrow('changed after it was applied')
  })

  const second = async <T>(work: (other: Client) => Promise<T>): Promise<T> => {
    const other = new Client({ connectionString: database.url })
    await other.connect()
    return work(other).finally(() => other.end())
  }

  it('a migration yields to the writes of a busy table, and retries', async () => {
    await client.query('CREATE TABLE busy (a int)')
    write('1_alter', 'ALTER TABLE busy ADD COLUMN b int')
    await second(async (other) => {
      await other.query('BEGIN; INSERT INTO busy VALUES (1)')
      const pauses: number[] = []
      const wait = async (ms: number) => {
        // No statement waits behind the migration while it pauses.
        await client.query('INSERT INTO busy (a) VALUES (2)')
        if (pauses.push(ms) === 2) await other.query('COMMIT')
      }
      expect(await migrate(database.url, folder, { lockTimeoutMs: 50, wait })).toEqual(['1_alter'])
      expect(pauses).toEqual([500, 1_000])
    })
  })

  it('a table that stays busy is left to the next start', async () => {
    await client.query('CREATE TABLE busy (a int)')
    write('1_alter', 'ALTER TABLE busy ADD COLUMN b int')
    await second(async (other) => {
      await other.query('BEGIN; INSERT INTO busy VALUES (1)')
      const options = { lockTimeoutMs: 10, tries: 2, wait: async () => {} }
      await expect(migrate(database.url, folder, options)).rejects.toThrow('1_alter found a table busy')
    })
    expect(await migrate(database.url, folder)).toEqual(['1_alter'])
  })

  it('a column is filled in batches, each a transaction, including concurrent writes', async () => {
    await client.query('CREATE TABLE filled (a int, b int); INSERT INTO filled SELECT generate_series(1, 25)')
    write(
      '1_fill',
      `ALTER TABLE filled ADD COLUMN c int;
-- step: batches
UPDATE filled SET b = a WHERE a IN (SELECT a FROM filled WHERE b IS NULL LIMIT 10)
-- step: transaction
ALTER TABLE filled ALTER COLUMN b SET NOT NULL;`,
    )
    expect(await migrate(database.url, folder)).toEqual(['1_fill'])
    const { rows } = await client.query('SELECT count(DISTINCT xmin::text)::int AS transactions FROM filled')
    expect(rows).toEqual([{ transactions: 3 }])
  })

  it('a killed migration continues at its first unfinished step', async () => {
    write(
      '1_steps',
      `-- step: transaction
CREATE TABLE once (a int);
-- step: transaction
INSERT INTO once SELECT 1 FROM gate;`,
    )
    await client.query('CREATE TABLE gate (a int); INSERT INTO gate VALUES (1)')
    await second(async (other) => {
      await other.query('BEGIN; LOCK TABLE gate')
      const kill = async () => {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369`,
        )
      }
      await expect(migrate(database.url, folder, { lockTimeoutMs: 10, wait: kill })).rejects.toThrow()
    })
    expect(await migrate(database.url, folder)).toEqual(['1_steps'])
    expect((await client.query('SELECT a FROM once')).rows).toEqual([{ a: 1 }])
  })

  it('an index is built beside writes, also after an interrupted build, while another process waits', async () => {
    await client.query('CREATE TABLE public.listed (a int); INSERT INTO listed VALUES (1), (1)')
    write('1_index', '-- step: concurrent\nCREATE UNIQUE INDEX CONCURRENTLY listed_a ON public.listed (a);')
    await expect(migrate(database.url, folder)).rejects.toThrow('1_index failed')
    await client.query('DELETE FROM listed; DELETE FROM _prisma_migrations')
    const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
    expect(applied.flat()).toEqual(['1_index'])
    const { rows } = await client.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'listed_a'::regclass`,
    )
    expect(rows).toEqual([{ valid: true }])
  })

  it('a migration that replaces others is adopted by a database that has them all, and by no older one', async () => {
    write('1_first', 'CREATE TABLE listed (id int)')
    write('2_second', 'ALTER TABLE listed ADD COLUMN name text')
    await migrate(database.url, folder)
    const now = mkdtempSync(path.join(tmpdir(), 'migrations-'))
    mkdirSync(path.join(now, '3_initial'))
    writeFileSync(
      path.join(now, '3_initial', 'migration.sql'),
      '-- replaces: 2_second\nCREATE TABLE listed (id int, name text)',
    )
    await client.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`)
    await expect(migrate(database.url, now)).rejects.toThrow('lacks migration 2_second')
    await client.query(`UPDATE _prisma_migrations SET finished_at = now()`)
    expect(await migrate(database.url, now)).toEqual([])
    expect(await migrate(database.url, now)).toEqual([])
    // A process of the release before starts beside it.
    expect(await migrate(database.url, folder)).toEqual([])
    await client.query('DROP TABLE listed, _prisma_migrations')
    expect(await migrate(database.url, now)).toEqual(['3_initial'])
    rmSync(now, { recursive: true })
  })
})
