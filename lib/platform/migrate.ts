import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

/** Prisma's own lock number, so that its engine and we never migrate at the same time. */
const PRISMA_LOCK = 72_707_369

/** As Prisma creates it: on a machine with its engine, `prisma migrate status` and `deploy` agree with what we wrote. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

export interface Migration {
  name: string
  sql: string
  /** Hex SHA-256 of the file's bytes. */
  checksum: string
}

/** @returns the migrations of a folder in the order in which they run; none when there is no such folder */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(path.join(folder, name, 'migration.sql'))
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
    })
}

/**
 * Applies the migrations that a database has not seen. Safe to run by several processes at once: one works, the
 * others wait and find nothing to do.
 *
 * @returns the names of those that were applied now
 * @throws when one fails, one failed earlier, or an applied one was changed or removed since
 */
export async function migrate(databaseUrl: string, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client({ connectionString: databaseUrl })
  // Without a listener a lost connection would end the process before we can say why.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    await client.query(MIGRATIONS_TABLE)
    const seen = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    )
    for (const row of seen.rows) {
      const file = migrations.find((migration) => migration.name === row.migration_name)
      if (!row.finished)
        throw new Error(
          `Migration ${row.migration_name} failed earlier; its row in _prisma_migrations says why.`,
        )
      if (!file)
        throw new Error(`The database has migration ${row.migration_name}, which this version does not know.`)
      if (file.checksum !== row.checksum)
        throw new Error(`Migration ${row.migration_name} was changed after it was applied.`)
    }
    const pending = migrations.filter((migration) =>
      seen.rows.every((row) => row.migration_name !== migration.name),
    )
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

async function apply(client: Client, { name, checksum, sql }: Migration): Promise<void> {
  const id = randomUUID()
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ])
  try {
    // One simple query: Postgres runs all its statements in one implicit transaction.
    await client.query(sql)
  } catch (error) {
    const logs = error instanceof Error ? error.message : String(error)
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, logs])
    throw new Error(`Migration ${name} failed: ${logs}`, { cause: error })
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  )
}
