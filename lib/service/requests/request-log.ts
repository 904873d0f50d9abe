import { setTimeout as pause } from 'node:timers/promises'
import { databaseErrorCode, type Queryable } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'

/** One call of a key, already redacted, under the names of its columns. */
export interface LoggedRequest {
  account_id: string
  id: string
  key_id: string
  method: string
  /** Pattern of the route below {base_url}; empty if no route matched. */
  route: string
  path: string
  status: number
  duration_ms: number
  idempotency_key: string | null
  replayed: boolean
  object_id: string | null
  request_body: object | null
  error: object | null
  created_at: Date
}

interface RequestLogOptions {
  db: Queryable
  log: Log
  /** Rows per statement; this many waiting rows are written at once. */
  batchRows?: number
}

const COLUMNS = `account_id, id, key_id, method, route, path, status, duration_ms, idempotency_key, replayed, object_id,
  request_body, error, created_at`
/** Postgres' classes of errors that the rows cause: data exceptions, constraints, limits such as a nesting depth. */
const REFUSED_DATA = /^(?:22|23|54)/
const FLUSH_MS = 500
/** Successful reads of one key that a process keeps per second. */
const READS_PER_SECOND = 20
/** Minimum interval between two writes of a key's last use. */
const USE_EVERY_MS = 60_000
const KEYS_MAX = 10_000
/** Limit of waiting calls while a statement hangs; further ones are not logged. */
const WAITING_MAX = 5_000
const CLOSE_WITHIN_MS = 2_000

/** Logs calls and last uses by key, in batches outside the requests. A batch is dropped while the database is away. */
export class RequestLog {
  readonly #options: Required<RequestLogOptions>
  readonly #waiting: LoggedRequest[] = []
  readonly #uses = new Map<string, { accountId: string; atMs: number }>()
  readonly #writtenUses = new Map<string, number>()
  /** Refused calls and successful reads of the current second, by key. */
  readonly #counts = new Map<string, { second: number; calls: number }>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null

  constructor(options: RequestLogOptions) {
    this.#options = { batchRows: 200, ...options }
  }

  /** Adds a call. Of those refused by a key's limit or end, one per second is kept. */
  add(entry: LoggedRequest): void {
    const { key_id: keyId, account_id: accountId } = entry
    const isEnded = entry.status === 401
    if (!isEnded) this.#noteUse(accountId, keyId, entry.created_at.getTime())
    const isRefused = isEnded || entry.status === 429
    if (isRefused && this.#callsOfSecond(`refused ${keyId}`, entry.created_at) > 1) return
    if (this.#waiting.length >= WAITING_MAX) return
    this.#waiting.push(entry)
    if (this.#waiting.length >= this.#options.batchRows) this.#start()
    else this.#timer ??= setTimeout(() => void this.#start(), FLUSH_MS).unref()
  }

  /** Counts a successful read. Returns false for one of too many in a second, which is omitted. */
  keepsRead(read: { accountId: string; keyId: string; arrivedAt: Date }): boolean {
    if (this.#callsOfSecond(`read ${read.keyId}`, read.arrivedAt) <= READS_PER_SECOND) return true
    this.#noteUse(read.accountId, read.keyId, read.arrivedAt.getTime())
    return false
  }

  /** Writes the waiting entries, within two seconds, because the process ends. */
  async close(): Promise<void> {
    const written = Promise.resolve(this.#writing).then(() => this.#start())
    await Promise.race([written, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
    if (this.#timer) clearTimeout(this.#timer)
  }

  #noteUse(accountId: string, keyId: string, atMs: number): void {
    if (atMs - (this.#writtenUses.get(keyId) ?? Number.NEGATIVE_INFINITY) >= USE_EVERY_MS)
      this.#uses.set(keyId, { accountId, atMs })
  }

  #callsOfSecond(subject: string, at: Date): number {
    const second = Math.floor(at.getTime() / 1_000)
    const known = this.#counts.get(subject)
    if (known?.second === second) return ++known.calls
    if (!known && this.#counts.size >= KEYS_MAX) this.#counts.clear()
    this.#counts.set(subject, { second, calls: 1 })
    return 1
  }

  #start(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const { log, batchRows } = this.#options
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    while (this.#waiting.length > 0) {
      await this.#insertReadable(this.#waiting.splice(0, batchRows))
    }
    await this.#writeUses().catch((error) => log.warn({ err: error }, 'the last use of keys was not written'))
  }

  /** Writes the calls of a batch. One that Postgres refuses is halved until the refused call is alone, which is dropped. */
  async #insertReadable(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.#insert(batch)
    } catch (error) {
      if (batch.length === 1 || !REFUSED_DATA.test(databaseErrorCode(error) ?? ''))
        return this.#options.log.warn({ err: error, calls: batch.length }, 'calls were not logged')
      const middle = batch.length >> 1
      await this.#insertReadable(batch.slice(0, middle))
      await this.#insertReadable(batch.slice(middle))
    }
  }

  async #insert(batch: readonly LoggedRequest[]): Promise<void> {
    await this.#options.db.query({
      name: 'insert-api-requests',
      // One text is cheaper to send than an array for each column.
      text: `INSERT INTO service.api_request (${COLUMNS})
        SELECT ${COLUMNS} FROM json_to_recordset($1::json) AS call (
          account_id text, id text, key_id text, method text, route text, path text, status integer, duration_ms integer,
          idempotency_key text, replayed boolean, object_id text, request_body json, error json, created_at timestamptz)
        ON CONFLICT DO NOTHING`,
      values: [JSON.stringify(batch)],
    })
  }

  /** Writes the last use of keys; one of several processes writes that of a minute. */
  async #writeUses(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#uses.clear()
    if (this.#writtenUses.size >= KEYS_MAX) this.#writtenUses.clear()
    for (const [keyId, { atMs }] of uses) this.#writtenUses.set(keyId, atMs)
    await this.#options.db.query({
      name: 'write-key-uses',
      text: `UPDATE service.api_key k SET last_used_at = u.at
        FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS u (account_id, id, at)
        WHERE k.account_id = u.account_id AND k.id = u.id
          AND (k.last_used_at IS NULL OR k.last_used_at <= u.at - interval '1 minute')`,
      values: [
        uses.map(([, { accountId }]) => accountId),
        uses.map(([id]) => id),
        uses.map(([, { atMs }]) => new Date(atMs)),
      ],
    })
  }
}
