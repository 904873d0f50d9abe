import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { migrate, readMigrations } from '@/lib/platform/migrate'
import type { OtherBooks } from '@/lib/service/ledger/check-coherence'
import { expectCoherentBooks } from './coherent-books'

const MIGRATIONS = path.resolve(import.meta.dirname, '../prisma/migrations')
/** Key of an advisory lock: two runs on one server must not build its template at the same time. */
const TEMPLATE_LOCK = 4_270_001
const TEMPLATE_IN_USE = '55006'
const CLONE_ATTEMPTS = 20

export interface TestDatabase {
  url: string
  /**
   * Compares the books as `operator check` does, with those of another bank or processor if a test had one, then removes the
   * database. Throws on any discrepancy.
   */
  drop(other?: Partial<OtherBooks>): Promise<void>
}

export interface TestDatabaseOptions {
  /** True for tests whose rows no charge and no bank would leave: their books are not compared. */
  tampered?: boolean
}

function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer<T>(serverUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the name of a migrated database to clone, created once per server and set of migrations. */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const checksums = readMigrations(MIGRATIONS).map((migration) => migration.name + migration.checksum)
  const digest = createHash('sha256').update(checksums.join('\n')).digest('hex').slice(0, 16)
  const template = `checkout_template_${digest}`
  await onServer(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (found.rowCount) return
    const building = `${template}_building`
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(building)} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${escapeIdentifier(building)}`)
    await migrate(withDatabase(serverUrl, building), MIGRATIONS)
    await client.query(`ALTER DATABASE ${escapeIdentifier(building)} RENAME TO ${escapeIdentifier(template)}`)
  })
  return template
}

/** Returns the server of this test run; vitest's global set-up starts it and stores its URL here. */
function serverOfThisRun(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test` or `npx vitest run`.')
  return url
}

/**
 * Returns the URL of an empty, migrated database for one test file, and `drop`, which removes it and ends its
 * connections.
 */
export async function createTestDatabase({
  tampered = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = serverOfThisRun()
  const template = await ensureTemplate(server)
  const name = `checkout_test_${randomUUID().replaceAll('-', '')}`
  for (let attempt = 1; ; attempt++) {
    try {
      await onServer(server, (client) =>
        client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`),
      )
      break
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === TEMPLATE_IN_USE
      if (!inUse || attempt === CLONE_ATTEMPTS) throw error
    }
  }
  return {
    url: withDatabase(server, name),
    async drop(other) {
      try {
        if (!tampered) await expectCoherentBooks(withDatabase(server, name), other)
      } finally {
        await onServer(server, (client) =>
          client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
        )
      }
    },
  }
}
