import pg from 'pg'
import { CommitUnknown, cut, DatabaseAway, isDatabaseAway, type Pulse, startPulse } from './database-away'
import { metrics } from './metrics/metrics'

/** One SQL statement. With a `name` it is prepared once per connection. */
export interface Statement {
  name?: string
  text: string
  values?: readonly unknown[]
  /** True if it changes nothing: as the first of a transaction it does not wait for the answer to BEGIN. */
  reads?: true
}

export interface Result<Row> {
  rows: Row[]
  count: number
}

export interface Queryable {
  query<Row extends object>(statement: Statement): Promise<Result<Row>>
  /** Wakes the listeners of a channel after the commit; each also polls, in case a wake is lost. */
  wake?(channel: string): void
}

/** Returns the first row of a statement; null without one. */
export async function findRow<Row extends object>(db: Queryable, statement: Statement): Promise<Row | null> {
  const { rows } = await db.query<Row>(statement)
  return rows[0] ?? null
}

/** Access to the database bound to one role and one tenant. */
export interface Handle extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction; rethrows what `work` throws, after a rollback. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Returns the same handle with connections of its own for when the pool is exhausted. */
  reserved(): Handle
}

export interface DatabaseOptions<S extends Side> {
  url: string | Record<S, string>
  max?: number
  applicationName?: string
  onError?: (error: Error) => void
}

/** Tenant of a handle without one: row-level security then shows no rows. */
const NO_TENANT = ''
const CONNECT_TIMEOUT_MS = 5_000
/** No statement is slow by design; one that exceeds this is stuck. */
const STATEMENT_TIMEOUT_MS = 20_000
/** A process paused inside a transaction must not hold its row locks for long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000

/** A vanished peer is detected in seconds; the system's default is two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000

const RESERVED_CONNECTIONS = 2

/** Shares of the connections if each side has a login: a charge uses the service three times and the bank twice. */
const SHARES: Record<Side, number> = { service: 3, dashboard: 3, bank: 2 }

/** A coherence check holds one connection of a login for minutes, while the rest of its process continues. */
const CONNECTIONS_MIN = 2

/** Requests that may wait for each connection of a pool: a few milliseconds each, about a second in all. */
const WAITING_PER_CONNECTION = 30

const INT8_OID = 20

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit number is too large to be read exactly')
  return value
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format),
}

/** Returns the settings of a connection, for this module, for LISTEN and for Prisma's adapter. */
export function connectionConfig(url: string, applicationName: string): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
}

/** Connections of a pool, and the requests that wait for one. */
export interface PoolUse {
  pool: string
  busy: number
  idle: number
  waiting: number
}

interface Pools {
  main: pg.Pool
  reserve: pg.Pool
}

/** A role and a tenant, with the pools of the login that may become the role. */
interface Binding {
  role: Role
  tenant: string
  pools: Pools
}

/**
 * One pool per login, and a small reserve. A connection keeps its last role and tenant, so that only a change costs a
 * round trip. `S` are the sides whose roles its handles may have; the default is the service with its test bank.
 */
export class Database<S extends Side = 'service' | 'bank'> {
  /** Pools of each side; sides with the same login share them. */
  readonly #pools = new Map<Side, Pools>()
  readonly #identity = new WeakMap<pg.PoolClient, string>()
  readonly #open = new Set<pg.PoolClient>()
  readonly #config: pg.PoolConfig
  #pulse: Pulse | null = null
  #away = false
  /** Channels with a notification in progress; true if another one is needed after it. */
  readonly #waking = new Map<string, boolean>()
  readonly #waiting = new Set<() => void>()

  constructor({ url, max = 10, applicationName = 'checkout', onError = () => {} }: DatabaseOptions<S>) {
    const urls: Partial<Record<Side, string>> =
      typeof url === 'string' ? { service: url, dashboard: url, bank: url } : url
    const open = (options: pg.PoolConfig) => {
      const pool = new pg.Pool({ types, pipeline: true, ...options })
      pool.on('error', onError)
      // A checked-out client without an error listener ends the process when Postgres goes away.
      pool.on('connect', (client) => client.on('error', onError))
      return this.watch(pool)
    }
    const opened = new Map<string, Pools>()
    for (const [login, loginMax] of poolSizes(urls, max)) {
      const config = connectionConfig(login, applicationName)
      const main = open({ ...config, max: loginMax })
      // Reserved connections stay open: a server without a free connection refuses new ones.
      const reserve = open({ ...config, max: RESERVED_CONNECTIONS, idleTimeoutMillis: 0 })
      opened.set(login, { main, reserve })
    }
    for (const side of SIDES) {
      const pools = opened.get(urls[side] ?? '')
      if (pools) this.#pools.set(side, pools)
    }
    const [first = ''] = opened.keys()
    this.#config = connectionConfig(first, applicationName)
  }

  /**
   * Returns a handle under `role`, bound to `tenant`; a property, so that a database of one side cannot be passed for
   * another's. Throws for a role of a side without a login here.
   */
  readonly as = (role: Role<S>, tenant: string = NO_TENANT): Handle => {
    const pools = this.#pools.get(sideOf(role))
    if (!pools) throw new Error(`no login of this database may become ${role}`)
    return this.#handle({ role, tenant, pools }, () => pools.main)
  }

  /**
   * Detects within four seconds that the server's host is gone, ends all pending queries, and refuses new ones with
   * DatabaseAway until the host responds again. Each process that serves requests calls this once.
   */
  watchServer(options: { everyMs?: number; patienceMs?: number } = {}): void {
    this.#pulse ??= startPulse({
      ...options,
      config: this.#config,
      onLost: () => {
        this.#away = true
        for (const giveUp of this.#waiting) giveUp()
        for (const client of this.#open) cut(client)
      },
      onBack: () => {
        this.#away = false
      },
    })
  }

  /** Adds another pool of this process, such as Prisma's, to those that end when the host is gone. */
  watch(pool: pg.Pool): pg.Pool {
    pool.on('connect', (client) => this.#open.add(client))
    return pool.on('remove', (client) => this.#open.delete(client))
  }

  /** Returns the use of each login's pools at this moment; a login is named after its first side. */
  poolUse(): PoolUse[] {
    const named = new Map<pg.Pool, string>()
    for (const [side, { main, reserve }] of this.#pools) {
      if (named.has(main)) continue
      named.set(main, side).set(reserve, `${side} reserve`)
    }
    return [...named].map(([{ totalCount, idleCount, waitingCount }, pool]) => ({
      pool,
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    }))
  }

  async close(): Promise<void> {
    this.#pulse?.stop()
    const pools = new Set([...this.#pools.values()].flatMap(({ main, reserve }) => [main, reserve]))
    await Promise.all([...pools].map((pool) => pool.end()))
  }

  #handle(binding: Binding, pool: () => pg.Pool): Handle {
    const { main, reserve } = binding.pools
    return {
      query: (statement) =>
        this.#withClient(pool(), binding, (client) =>
          // A statement by itself is a transaction.
          READ.test(statement.text) ? run(client, statement) : commit(run(client, statement)),
        ),
      transaction: (work) => this.#transact(pool(), binding, work),
      reserved: () => this.#handle(binding, () => (isExhausted(main) ? reserve : main)),
    }
  }

  async #withClient<T>(
    pool: pg.Pool,
    { role, tenant, pools }: Binding,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect(pool, pools)
    try {
      await this.#bind(client, role, tenant)
      return await work(client)
    } finally {
      client.release(unusable.has(client))
    }
  }

  async #transact<T>(pool: pg.Pool, binding: Binding, work: (tx: Queryable) => Promise<T>): Promise<T> {
    const channels = new Set<string>()
    const value = await this.#withClient(pool, binding, (client) => transact(client, channels, work))
    for (const channel of channels) this.#wake(channel, binding.pools.main)
    return value
  }

  /** Sends one notification per channel at a time; further ones meanwhile are merged into one. */
  #wake(channel: string, pool: pg.Pool): void {
    if (this.#waking.has(channel)) {
      this.#waking.set(channel, true)
      return
    }
    this.#waking.set(channel, false)
    void pool
      // The statement writes nothing that a power failure could lose, so its commit need not wait for the disk.
      .query({
        name: 'wake',
        text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')`,
        values: [channel],
      })
      .catch(() => {})
      .then(() => {
        const again = this.#waking.get(channel) === true
        this.#waking.delete(channel)
        if (again) this.#wake(channel, pool)
      })
  }

  async #connect(pool: pg.Pool, { main }: Pools): Promise<pg.PoolClient> {
    if (this.#away) throw new DatabaseAway('the database does not answer')
    // A request at the end of a long queue is not served in time, and delays those before it.
    if (pool === main && pool.waitingCount >= pool.options.max * WAITING_PER_CONNECTION)
      throw new DatabaseAway('too many requests wait for the database')
    if (pool.idleCount > 0) return pool.connect()
    const waited = metrics.databaseWaits.startTimer()
    return new Promise((resolve, reject) => {
      let gaveUp = false
      const giveUp = () => {
        gaveUp = true
        reject(new DatabaseAway('the database does not answer'))
      }
      this.#waiting.add(giveUp)
      pool
        .connect()
        .finally(() => {
          this.#waiting.delete(giveUp)
          waited()
        })
        // A connection that arrives after its caller timed out is released.
        .then((client) => (gaveUp ? client.release(true) : resolve(client)), reject)
    })
  }

  async #bind(client: pg.PoolClient, role: Role, tenant: string): Promise<void> {
    const identity = `${role} ${tenant}`
    if (this.#identity.get(client) === identity) return
    this.#identity.delete(client)
    await client.query({
      name: 'bind',
      text: `SELECT set_config('role', $1, false), set_config('app.tenant', $2, false)`,
      values: [role, tenant],
    })
    this.#identity.set(client, identity)
  }
}

/** Returns the maximum number of connections of each login, by its address. */
function poolSizes(urls: Partial<Record<Side, string>>, max: number): Map<string, number> {
  const shares = new Map<string, number>()
  for (const side of SIDES) {
    const url = urls[side]
    if (url !== undefined) shares.set(url, (shares.get(url) ?? 0) + SHARES[side])
  }
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0)
  return new Map(
    [...shares].map(([url, share]) => [url, Math.max(CONNECTIONS_MIN, Math.floor((max * share) / all))]),
  )
}

/** Returns true if the next request for a connection must wait for another one's release. */
function isExhausted({ waitingCount, idleCount, totalCount, options: { max } }: pg.Pool): boolean {
  return waitingCount > 0 || (idleCount === 0 && totalCount >= max)
}

/** `cached plan must not change result type`: a migration changed the result type of a prepared statement. */
const RESULT_TYPE_CHANGED = '0A000'
/** The server is now a standby: a new connection may reach its successor. */
const READ_ONLY = '25006'
/** Codes of a server that ended the connection. */
const ENDED = /^(?:57P0[12]|08...)$/

/** Connections that may not be used again: their ROLLBACK failed, or their server refuses or ended them. */
const unusable = new WeakSet<pg.PoolClient>()

async function run<Row extends object>(client: pg.PoolClient, statement: Statement): Promise<Result<Row>> {
  const values = statement.values ? [...statement.values] : []
  const result = await send<Row>(client, { ...statement, values }).catch((error: unknown) => {
    const code = databaseErrorCode(error)
    if (code === RESULT_TYPE_CHANGED || code === READ_ONLY || ENDED.test(code ?? '')) unusable.add(client)
    throw error
  })
  return { rows: result.rows, count: result.rowCount ?? 0 }
}

/** Sends a statement in one packet with the others of this turn of the event loop; the connection answers them in order. */
function send<Row extends object>(
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query<Row>(query)
}

/** `current transaction is aborted`: an earlier statement failed. */
const TRANSACTION_ABORTED = '25P02'
const READ = /^\s*SELECT\b(?!.*\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE)\b)/is

/** Awaits a statement that commits. Throws CommitUnknown if the connection was lost before the answer. */
async function commit<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent
  } catch (error) {
    const code = databaseErrorCode(error)
    const isLost = code === null ? isDatabaseAway(error) : ENDED.test(code)
    throw isLost ? new CommitUnknown('the connection was lost during a commit', { cause: error }) : error
  }
}

async function transact<T>(
  client: pg.PoolClient,
  channels: Set<string>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const begun = send(client, { text: 'BEGIN' })
  begun.catch(() => {})
  let isOver = false
  let first: unknown
  try {
    const value = await work({
      async query({ reads, ...statement }) {
        // A statement would stand alone after a BEGIN that failed.
        if (!reads || !READ.test(statement.text)) await begun
        if (isOver) throw new Error('the transaction of this statement is over')
        const sent = run<never>(client, statement).catch((error: unknown) => {
          first ??= error
          throw error
        })
        const [result] = await Promise.all([sent, begun])
        return result
      },
      wake: (channel) => channels.add(channel),
    })
    await begun
    isOver = true
    const { command } = await commit(client.query('COMMIT'))
    // Postgres answers COMMIT with ROLLBACK after an error that `work` did not pass on.
    if (command !== 'COMMIT') throw first ?? new Error('the transaction was rolled back')
    return value
  } catch (error) {
    isOver = true
    try {
      await client.query('ROLLBACK')
    } catch {
      unusable.add(client)
    }
    // The statements behind a failed one fail as well, and may be heard of before it.
    throw databaseErrorCode(error) === TRANSACTION_ABORTED ? (first ?? error) : error
  }
}

/** Returns Postgres' code of an error that the database itself raised (such as `23505`), else null. */
export function databaseErrorCode(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** Postgres roles that each side's login may become; row-level security binds the two that carry a tenant. */
export const ROLES_OF_SIDE = {
  service: ['checkout_service', 'checkout_system'],
  dashboard: ['checkout_dashboard', 'checkout_dashboard_system'],
  // Books of banks and processors, each role's own.
  bank: ['checkout_bank', 'checkout_stripe'],
} as const

export type Side = keyof typeof ROLES_OF_SIDE
export const SIDES = ['service', 'dashboard', 'bank'] as const satisfies readonly Side[]

export type Role<S extends Side = Side> = (typeof ROLES_OF_SIDE)[S][number]

/** Returns the side whose login may become a role. */
function sideOf(role: Role): Side {
  if (role === 'checkout_bank' || role === 'checkout_stripe') return 'bank'
  return role === 'checkout_service' || role === 'checkout_system' ? 'service' : 'dashboard'
}
