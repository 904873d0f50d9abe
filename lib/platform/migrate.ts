import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Role } from './database'

/** Prisma's own lock number, so that its engine and this function never migrate at the same time. */
const PRISMA_LOCK = 72_707_369

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

/** Line of a migration after which the release before it still works (docs/migrations.md). */
const COMPATIBLE_LINE = /^-- compatible: yes$/m
/** The same in `_prisma_migrations.logs`: a release without the file reads it there. */
const COMPATIBLE = 'compatible'
const isCompatible = `coalesce(logs, '') LIKE '${COMPATIBLE}%'`

/** Line of a file that stands for all migrations up to the named one, which a database may have in its place. */
const REPLACES_LINE = /^-- replaces: (\S+)$/m

export interface Migration {
  name: string
  sql: string
  /** Hex SHA-256 of the file's bytes. */
  checksum: string
}

/** Reads the migrations of a folder in their order; none if the folder does not exist. */
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

export interface MigrateOptions {
  /** Time that a statement waits for a table; then it yields to the writes queued behind it, and retries. */
  lockTimeoutMs?: number
  tries?: number
  wait?: (ms: number) => Promise<unknown>
  oldestServer?: number
}

/** The first with NULLS NOT DISTINCT, by which a settlement has one successor. */
const OLDEST_SERVER = 15
const LOCK_TIMEOUT_MS = 2_000
const TRIES = 30
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const LOCK_POLL_MS = 200
/** The table was busy, or another transaction won a deadlock: the step left nothing and may be retried. */
const BUSY = new Set(['55P03', '40P01'])

/**
 * Applies the migrations that a database lacks, beside readers and writers; several processes may do so at once, and one
 * that failed or was killed continues at its first unfinished step. @returns the names of those applied now @throws with
 * the remedy, if one cannot be applied
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    tries = TRIES,
    wait = delay,
    oldestServer = OLDEST_SERVER,
  }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client({ connectionString: databaseUrl })
  // Without a listener a lost connection would end the process before the error is reported.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireServer(client, oldestServer)
    // A statement that waits for the lock would block a concurrent index build.
    while (!(await tryLock(client))) await delay(LOCK_POLL_MS)
    await client.query(MIGRATIONS_TABLE)
    await client.query(`SELECT set_config('lock_timeout', $1, false)`, [String(lockTimeoutMs)])
    for (const migration of migrations) await adopt(client, migration)
    const seen = await client.query<SeenRow>(
      `SELECT id, migration_name, checksum, finished_at IS NOT NULL AS finished, ${isCompatible} AS compatible,
           applied_steps_count AS steps
         FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    )
    for (const row of seen.rows) {
      const file = migrations.find((migration) => migration.name === row.migration_name)
      if (!file && row.compatible) continue
      if (!file) throw new UnknownMigration(row.migration_name)
      // A file whose first step failed may be corrected.
      if (file.checksum !== row.checksum && (row.finished || row.steps > 0))
        throw new Error(`Migration ${row.migration_name} was changed after it was applied.`)
    }
    const applied: string[] = []
    for (const migration of migrations) {
      const row = seen.rows.find((one) => one.migration_name === migration.name)
      if (row?.finished) continue
      await apply(client, migration, { row, tries, wait })
      applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

interface SeenRow {
  id: string
  migration_name: string
  checksum: string
  finished: boolean
  compatible: boolean
  steps: number
}

/** The database is newer than this release, by a migration after which the release may not work. */
class UnknownMigration extends Error {
  constructor(name: string) {
    super(
      `The database has migration ${name}, which this version does not know and may not work with. Start a version that has it.`,
    )
  }
}

async function requireServer(client: Client, oldest: number): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  )
  const [server] = rows
  if (server && server.number < oldest * 10_000)
    throw new Error(
      `The server is PostgreSQL ${server.version}, and Checkout needs ${oldest} or later. Upgrade it, or set DATABASE_URL to another server.`,
    )
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
    PRISMA_LOCK,
  ])
  return rows[0]?.held ?? false
}

/** Records a migration in a database that has those that it replaces. Throws if it has only some. */
async function adopt(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  const last = REPLACES_LINE.exec(sql)?.[1]
  if (last === undefined) return
  const { rows } = await client.query<{ migration_name: string; finished: boolean }>(
    `SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations
      WHERE (migration_name <= $1 OR migration_name = $2) AND rolled_back_at IS NULL`,
    [last, name],
  )
  if (rows.length === 0 || rows.some((row) => row.migration_name === name)) return
  if (!rows.some((row) => row.migration_name === last && row.finished))
    throw new Error(
      `The database lacks migration ${last}, which this version contains only as a part of ${name}. Start the version before this one once, then this one.`,
    )
  await client.query(
    `WITH replaced AS (UPDATE _prisma_migrations SET logs = '${COMPATIBLE}' WHERE migration_name <= $1)
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count, logs)
      VALUES ($2, $3, $4, now(), $5, '${COMPATIBLE}')`,
    [last, randomUUID(), checksum, name, stepsOf(sql).length],
  )
}

interface Applying {
  /** Row of a migration that was killed midway. */
  row: SeenRow | undefined
  tries: number
  wait: (ms: number) => Promise<unknown>
}

async function apply(
  client: Client,
  { name, checksum, sql }: Migration,
  { row, tries, wait }: Applying,
): Promise<void> {
  const id = row?.id ?? randomUUID()
  const mark = COMPATIBLE_LINE.test(sql) ? COMPATIBLE : null
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)
      ON CONFLICT (id) DO UPDATE SET checksum = $2, logs = $4`,
    [id, checksum, name, mark],
  )
  const steps = stepsOf(sql)
  for (const [index, step] of steps.entries()) {
    if (index < (row?.steps ?? 0)) continue
    const done = {
      text: `UPDATE _prisma_migrations SET applied_steps_count = $2, finished_at = CASE WHEN $3 THEN now() END, logs = $4 WHERE id = $1`,
      values: [id, index + 1, index === steps.length - 1, mark],
    }
    try {
      await run(client, step, done, { tries, wait })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // A table that is busy now may be free at the next start.
      if (isBusy(error)) throw new Error(`Migration ${name} found a table busy: ${reason}`, { cause: error })
      const place = `step ${index + 1} of ${steps.length} of ${name}/migration.sql, at "${statementAt(step.sql, error)}"`
      const next = `The steps before it are applied, nothing of this one is. Remove the cause, then run \`npm run migrate\` again: it continues there.`
      throw new Error(`Migration ${name} failed: ${reason} (${place}). ${next}`, { cause: error })
    }
  }
}

/** Returns the first line of the statement at which a step failed, or of the step if the error has no position. */
function statementAt(sql: string, error: unknown): string {
  const position = error instanceof DatabaseError ? Number(error.position ?? 1) : 1
  const begin = sql.lastIndexOf(';', position - 1) + 1
  return sql.slice(begin).split('\n').find(hasStatement)?.trim() ?? ''
}

type Done = { text: string; values: unknown[] }

async function run(client: Client, { way, sql }: Step, done: Done, retries: Omit<Applying, 'row'>) {
  if (way === 'transaction') {
    await withLockRetries(retries, () => inTransaction(client, sql, done))
  } else if (way === 'batches') {
    while ((await withLockRetries(retries, () => inTransaction(client, sql))) > 0);
    await client.query(done)
  } else {
    for (const statement of statementsOf(sql)) await buildConcurrently(client, statement)
    await client.query(done)
  }
}

/** Runs `sql` in a transaction and returns the number of rows that its last statement changed. */
async function inTransaction(client: Client, sql: string, done?: Done): Promise<number> {
  await client.query('BEGIN')
  try {
    // One simple query may contain many statements, and returns a result for each.
    const answers: unknown = await client.query(sql)
    if (done) await client.query(done)
    await client.query('COMMIT')
    const last: unknown = Array.isArray(answers) ? answers.at(-1) : answers
    return (last as { rowCount?: number | null } | undefined)?.rowCount ?? 0
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Runs a statement that blocks no writes. An index that an earlier try left unfinished is dropped first. */
async function buildConcurrently(client: Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ held: string }>(`SELECT current_setting('lock_timeout') AS held`)
  const index = concurrentIndex(statement)
  await client.query(`SELECT set_config('lock_timeout', '0', false)`)
  if (index !== null) {
    const { rowCount } = await client.query(
      'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [index],
    )
    if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
  }
  await client.query(statement)
  await client.query(`SELECT set_config('lock_timeout', $1, false)`, [rows[0]?.held ?? '0'])
}

async function withLockRetries<T>(
  { tries, wait }: Omit<Applying, 'row'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || attempt >= tries) throw error
      await wait(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * attempt))
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof DatabaseError && BUSY.has(error.code ?? '')
}

/**
 * Kind of a migration step (docs/migrations.md): one transaction; each statement by itself, for CREATE INDEX
 * CONCURRENTLY; or one statement with a LIMIT, repeated in a transaction each until it changes nothing.
 */
type StepMode = 'transaction' | 'concurrent' | 'batches'

export interface Step {
  way: StepMode
  sql: string
}

const MARK = /^-- step: (transaction|concurrent|batches)$/m

/** Returns the steps of a migration's text in order. */
export function stepsOf(sql: string): Step[] {
  const [before = '', ...rest] = sql.split(MARK)
  if (rest.length === 0) return [{ way: 'transaction', sql }]
  const steps: Step[] = hasStatement(before) ? [{ way: 'transaction', sql: before }] : []
  for (let index = 0; index < rest.length; index += 2)
    steps.push({ way: wayOf(rest[index]), sql: rest[index + 1] ?? '' })
  return steps
}

/** Returns the statements of a step without quoted text that has a semicolon at the end of a line. */
function statementsOf(sql: string): string[] {
  return sql.split(/;[ \t]*(?:\n|$)/).filter(hasStatement)
}

/** Returns the name of the index that a statement builds concurrently, with its table's schema; else null. */
function concurrentIndex(statement: string): string | null {
  const built =
    /CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s+(\w+)\./i.exec(
      statement,
    )
  return built ? `${built[2]}.${built[1]}` : null
}

function hasStatement(sql: string): boolean {
  return sql.split('\n').some((line) => line.trim() !== '' && !line.trim().startsWith('--'))
}

function wayOf(text: string | undefined): StepMode {
  return text === 'concurrent' || text === 'batches' ? text : 'transaction'
}

const ROLE: Role = 'checkout_system'
/** Permission denied, undefined table, no such role: a database from before processes could read the list, or an empty one. */
const OLDER = new Set(['42501', '42P01', '22023'])

/** Throws, with the remedy, if a database lacks a migration of `folder` or has an incompatible one. */
export async function requireMigrated(serviceUrl: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: serviceUrl })
  // Without a listener a lost connection would end the process before the error is reported.
  client.on('error', () => {})
  await client.connect()
  try {
    const applied = await client
      .query(`SET ROLE ${ROLE}`)
      .then(() =>
        client.query<{ migration_name: string; finished: boolean; compatible: boolean }>(
          `SELECT migration_name, finished_at IS NOT NULL AS finished, ${isCompatible} AS compatible
            FROM public._prisma_migrations WHERE rolled_back_at IS NULL`,
        ),
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
        `It lacks migration ${missing.name}. Run \`npm run migrate\` of this version first, with DATABASE_URL, the owner's login.`,
      )
    const own = new Set(migrations.map(({ name }) => name))
    const unknown = applied.rows.find((row) => !own.has(row.migration_name) && !row.compatible)
    if (unknown) throw new UnknownMigration(unknown.migration_name)
  } finally {
    await client.end()
  }
}
