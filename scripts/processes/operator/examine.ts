import { lookup } from 'node:dns/promises'
import { Database, findRow, type Handle, type Side } from '@/lib/platform/database'
import { databaseUrl, type Environment, readEnvironment } from '@/lib/platform/env'
import { verifyMailServer } from '@/lib/platform/mail/mailer'
import { requireMigrated } from '@/lib/platform/migrate'
import { Keyring } from '@/lib/platform/secrets'
import { sql } from '@/lib/platform/sql'
import { requireMode } from '@/lib/service/claim-mode'
import { readServiceHealth } from '@/lib/service/ledger/coherence-health'
import { checkProcessor } from '@/lib/service/processor/open-processor'
import { verifySealedValues } from '@/scripts/processes/sealed-columns'
import { checkEnvironment } from '@/scripts/processes/setup'

/** Result of one look; `todo` says what to do about a warning or a fault. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'fault' | 'not checked'
  found: string
  todo?: string
}

export interface ExamineOptions {
  source: NodeJS.ProcessEnv
  /** Folder of the migrations of this version. */
  migrations: string
  now?: () => number
}

type Looked = Omit<Finding, 'check'>
type Look = () => Promise<Looked>

const ok = (found: string): Looked => ({ state: 'ok', found })
const warning = (found: string, todo: string): Looked => ({ state: 'warning', found, todo })
const fault = (found: string, todo: string): Looked => ({ state: 'fault', found, todo })

const OLDEST_POSTGRES = 150_000
/** Differences of clocks that matter to codes, signatures and leases. */
const SKEW_MAX_MS = 2_000
const BACKUP_AGE_MAX_MS = 26 * 3_600_000
/** Longer than the pause between two scheduled jobs. */
const WORKER_SILENT_S = 900
const ANSWER_WITHIN_MS = 5_000

/** A look: its name, what to do if it fails, and the look itself. */
type Row = readonly [check: string, todo: string, look: Look]

/**
 * Looks at everything that a deployment needs, and returns the findings in the order of the looks. What a fault makes
 * impossible is not checked. Changes nothing.
 */
export async function examine({ source, migrations, now = Date.now }: ExamineOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  /** Looks at each row; after a fault of a `gate` the rest is not checked. */
  const lookAt = async (rows: readonly Row[], { gate = false } = {}) => {
    for (const [check, todo, look] of rows) {
      const isBlocked = gate && findings.some(({ state }) => state === 'fault')
      const looked: Looked = isBlocked
        ? { state: 'not checked', found: 'an earlier fault is in the way' }
        : await look().catch((error: unknown) => fault(messageOf(error), todo))
      findings.push({ check, ...looked })
    }
    return findings.every(({ state }) => state !== 'fault' && state !== 'not checked')
  }

  await lookAt([
    ['settings', 'Correct the setting: docs/operate.md, Settings', async () => lookAtSettings(source)],
  ])
  if (findings.some(({ state }) => state === 'fault')) return findings
  const env = readEnvironment(source)
  const sides = (['service', 'dashboard', 'bank'] as const).map((side) => [side, databaseUrl(env, side)])
  const url: Record<Side, string> = Object.fromEntries(sides)
  const database = new Database<Side>({ url, max: 6, applicationName: 'checkout-doctor' })
  try {
    const isUsable = await lookAt(
      [
        [
          'database',
          'Start Postgres, or correct DATABASE_URL and the logins of the sides',
          () => lookAtServer(url.service),
        ],
        [
          'migrations',
          'Run `npm run migrate` of this version',
          () => requireMigrated(url.service, migrations).then(() => ok('as this version needs')),
        ],
      ],
      { gate: true },
    )
    if (isUsable) await lookAt(looksAtDatabase(env, database, now))
  } finally {
    await database.close()
  }
  const reach = 'Start the process, and let DNS and the proxy lead the address to it from this machine too'
  await lookAt([
    ['web address', reach, () => lookAtAddress(env.WEB_URL)],
    ['API address', reach, () => lookAtAddress(env.API_URL)],
    ['mail', 'Correct MAIL_URL, or start the mail server', () => lookAtMail(env)],
  ])
  return findings
}

function lookAtSettings(source: NodeJS.ProcessEnv): Looked {
  const [trial] = checkEnvironment(source)
  for (const side of ['service', 'dashboard', 'bank'] as const) databaseUrl(readEnvironment(source), side)
  return trial ? warning(trial, 'See docs/operate.md, Settings') : ok('every setting can be read')
}

function looksAtDatabase(env: Environment, database: Database<Side>, now: () => number): Row[] {
  const system = database.as('checkout_system')
  const keys = () => verifySealedValues(database, database, new Keyring(env.ENCRYPTION_KEYS))
  return [
    ['logins', 'Run `operator database roles`', () => lookAtLogins(database, env)],
    ['clock', 'Synchronize the clocks of both machines (NTP)', () => lookAtClock(system, now)],
    [
      'encryption keys',
      'Put the lost key back into ENCRYPTION_KEYS: without it, what it encrypted cannot be read',
      () => keys().then(() => ok('open the stored values')),
    ],
    [
      'mode',
      'Set TEST_MODE and PROCESSOR as at the first start, or use another database',
      () => requireMode(system, env).then(() => ok(env.TEST_MODE ? 'test mode' : 'live mode')),
    ],
    ['jobs', 'Start a worker, and read its log', () => lookAtJobs(system)],
    ['books', 'Run `operator check`', () => lookAtBooks(system)],
    ['backup', 'Make a backup (docs/operate.md)', () => lookAtBackup(system, now)],
    [
      'processor',
      'Correct the keys of the processor: docs/operate.md',
      () => lookAtProcessor({ env, database }),
    ],
  ]
}

async function lookAtServer(url: string): Promise<Looked> {
  const database = new Database<'service'>({ url: { service: url }, max: 1 })
  try {
    const row = await findRow<{ version: string; number: number; room: number }>(
      database.as('checkout_system'),
      {
        text: `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        current_setting('max_connections')::int - (SELECT count(*) FROM pg_stat_activity)::int AS room`,
      },
    )
    const { version = '', number = 0, room = 0 } = row ?? {}
    if (number < OLDEST_POSTGRES) return fault(`Postgres ${version}`, 'Use Postgres 15 or later')
    if (room < 5)
      return warning(
        `Postgres ${version}, ${room} connections left`,
        'Raise max_connections, or lower DATABASE_POOL',
      )
    return ok(`Postgres ${version}, ${room} connections left`)
  } catch (error) {
    // Before the first migration there is no role.
    if (/role "checkout_system" does not exist/.test(messageOf(error))) return ok('Postgres answers')
    throw error
  } finally {
    await database.close()
  }
}

async function lookAtLogins(database: Database<Side>, env: Environment): Promise<Looked> {
  for (const role of ['checkout_service', 'checkout_dashboard', 'checkout_bank'] as const)
    await database.as(role).query(sql`SELECT 1`)
  const urls = new Set((['service', 'dashboard', 'bank'] as const).map((side) => databaseUrl(env, side)))
  if (urls.size === 3) return ok('each side has its own')
  return warning(
    'the sides share one login, so that one of them may read what another stores',
    'Run `operator database roles`, and set the three addresses that it shows',
  )
}

async function lookAtClock(system: Handle, now: () => number): Promise<Looked> {
  const before = now()
  const row = await findRow<{ at: Date }>(system, { text: 'SELECT clock_timestamp() AS at' })
  const skewMs = Math.round((row?.at.getTime() ?? 0) - (before + now()) / 2)
  const found = `this machine and Postgres differ by ${Math.abs(skewMs)} ms`
  return Math.abs(skewMs) <= SKEW_MAX_MS
    ? ok(found)
    : fault(found, 'Synchronize the clocks of both machines (NTP): signatures, codes and leases are refused')
}

async function lookAtJobs(system: Handle): Promise<Looked> {
  const { overdueJobs, oldestDueJobS } = await readServiceHealth(system)
  if (overdueJobs.length > 0)
    return fault(
      `overdue by an hour: ${overdueJobs.join(', ')}`,
      'Start a worker, or read its log for `a job failed`',
    )
  if (oldestDueJobS > WORKER_SILENT_S)
    return warning(`a job has been due for ${Math.round(oldestDueJobS / 60)} minutes`, 'Is a worker running?')
  return ok('none is overdue')
}

async function lookAtBooks(system: Handle): Promise<Looked> {
  const { breaks, stuckPayments, checkedAt } = await readServiceHealth(system)
  if ((breaks ?? 0) > 0) return fault(`${breaks} discrepancies`, 'Run `operator check`, which lists them')
  if (stuckPayments > 0)
    return fault(`${stuckPayments} payments without an outcome`, 'See docs/runbooks.md, PaymentsStuck')
  return checkedAt
    ? ok(`compared at ${checkedAt.toISOString()}`)
    : warning('never compared as a whole', 'A worker does it within a day; `operator check` does it now')
}

async function lookAtBackup(system: Handle, now: () => number): Promise<Looked> {
  const row = await findRow<{ made_at: Date }>(system, { text: 'SELECT made_at FROM health.backup' })
  const todo = 'Make one, and let its script call `operator backup made` afterwards (docs/operate.md)'
  if (!row) return warning('none was reported', todo)
  const hours = Math.round((now() - row.made_at.getTime()) / 3_600_000)
  return now() - row.made_at.getTime() > BACKUP_AGE_MAX_MS
    ? fault(`the last one is ${hours} hours old`, todo)
    : ok(`${hours} hours ago`)
}

async function lookAtProcessor(resources: Parameters<typeof checkProcessor>[0]): Promise<Looked> {
  const [first, ...others] = await checkProcessor(resources)
  const name = resources.env.PROCESSOR
  if (first === undefined)
    return ok(name === 'test_bank' ? 'the test bank: no real money moves' : `${name} answers`)
  return warning([first, ...others].join(' '), 'See docs/operate.md, Test mode and live mode')
}

async function lookAtAddress(url: string): Promise<Looked> {
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const { address } = await lookup(host).catch(() => {
    throw new Error(`${host} is no name that this machine can resolve`)
  })
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    (error: unknown) => {
      throw new Error(`${url} (${address}) does not answer: ${messageOf(error)}`)
    },
  )
  if (!response.ok) throw new Error(`${url} (${address}) answers ${response.status}`)
  return ok(`${url} (${address}) answers`)
}

async function lookAtMail(env: Environment): Promise<Looked> {
  if (env.MAIL_URL === undefined)
    return warning('no mail: receipts and notices are off', 'Set MAIL_URL and MAIL_FROM')
  await verifyMailServer(env.MAIL_URL)
  return ok('the mail server takes the login')
}

/** Returns the innermost message: that of `fetch` says nothing by itself. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? messageOf(error.cause) : error.message
}
