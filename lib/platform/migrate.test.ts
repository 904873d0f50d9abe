import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { migrate } from './migrate'

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

  it('applies each migration once, in order, and records it as Prisma does', async () => {
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

  it('lets several processes migrate at once', async () => {
    write('1_first', 'CREATE TABLE only_once (a int)')
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)))
    expect(applied.flat()).toEqual(['1_first'])
  })

  it('leaves nothing of a migration that fails, says why, and does not go on', async () => {
    write('1_broken', 'CREATE TABLE half (a int); SELECT 1 / 0')
    write('2_after', 'CREATE TABLE after_it (a int)')
    await expect(migrate(database.url, folder)).rejects.toThrow('1_broken failed: division by zero')
    await expect(migrate(database.url, folder)).rejects.toThrow('1_broken failed earlier')
    const { rows } = await client.query(
      "SELECT to_regclass('half') AS half, to_regclass('after_it') AS after",
    )
    expect(rows).toEqual([{ half: null, after: null }])
  })

  it('refuses a migration that was changed after it was applied', async () => {
    write('1_first', 'CREATE TABLE first_one (a int)')
    await migrate(database.url, folder)
    write('1_first', 'CREATE TABLE another (a int)')
    await expect(migrate(database.url, folder)).rejects.toThrow('changed after it was applied')
  })
})
