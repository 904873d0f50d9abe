import { Client, DatabaseError } from 'pg'
import type { Role } from './database-roles'
import { isCompatible, readMigrations, UnknownMigration } from './migrate'

const ROLE: Role = 'checkout_system'
/** Permission denied, undefined table: a database from before processes could read the list. */
const OLDER = new Set(['42501', '42P01'])

/**
 * Throws if the database of `serviceUrl`, the service's login, lacks a migration of `folder`, or has another one that is
 * not marked as compatible; for a process that may not migrate. The message names the migration and the remedy.
 */
export async function requireMigrated(serviceUrl: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: serviceUrl })
  // Without a listener a lost connection would end the process before the error is reported.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`SET ROLE ${ROLE}`)
    const applied = await client
      .query<{ migration_name: string; finished: boolean; compatible: boolean }>(
        `SELECT migration_name, finished_at IS NOT NULL AS finished, ${isCompatible} AS compatible
          FROM public._prisma_migrations WHERE rolled_back_at IS NULL`,
      )
      .catch((error: unknown) => {
        if (error instanceof DatabaseError && OLDER.has(error.code ?? '')) return { rows: [] }
        throw error
      })
    const migrations = readMigrations(folder)
    const names = new Set(applied.rows.filter((row) => row.finished).map((row) => row.migration_name))
    const missing = migrations.findLast(({ name }) => !names.has(name))
    if (missing)
      throw new Error(
        `It lacks migration ${missing.name}. Start one process of this version with DATABASE_URL first: it migrates.`,
      )
    const own = new Set(migrations.map(({ name }) => name))
    const unknown = applied.rows.find((row) => !own.has(row.migration_name) && !row.compatible)
    if (unknown) throw new UnknownMigration(unknown.migration_name)
  } finally {
    await client.end()
  }
}
