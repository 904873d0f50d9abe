import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE } from '@/lib/dashboard/jobs/fair-share'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { openConnection } from '@/lib/dashboard/open-connection'
import { Refusal } from '@/lib/dashboard/refusal'
import { isStorable } from '@/lib/domain/text'
import { findRow, type Queryable } from '@/lib/platform/database'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { randomText } from '@/lib/platform/secrets'
import { raw, sql } from '@/lib/platform/sql'
import { type ChargeProblem, sqlStates } from './shape'

/** Lease of a charge or a refund; longer than one call (10 s) with its writes. */
export const LEASE_MS = 30_000
/** Time within which two equal charges of a customer, or refunds of a payment, count as a possible mistake. */
export const SIMILAR_MS = 10 * 60_000
/** Time after a call with an unknown effect until the host has either executed it or never will. */
export const QUIET_MS = 2 * 60_000
/** Rows of one connection that are repeated concurrently. */
const PER_CONNECTION = 4
const KEY_BYTES = 24
/** Pause before the first repetition; doubled each time. */
const FIRST_PAUSE_MS = 1_000
const DOUBLINGS_MAX = 20

/** Row of a charge or a refund: one request that moves money, under one idempotency key for its whole life. */
export interface KeyedRow {
  connection_id: string
  id: string
  /** Postgres' numeric, in major units. */
  amount: string
  amount_minor: number
  currency: string
  idempotency_key: string
  user_id: string | null
  /** Number of calls so far. */
  attempts: number
  owner: string | null
  problem: ChargeProblem | null
  request_id: string | null
  created_at: Date
  sent_at: Date | null
  /** Time of the last call whose effect is unknown. */
  unknown_at: Date | null
}

export const keyedColumns =
  `connection_id, id, state, amount, amount_minor, currency, idempotency_key, user_id, attempts, owner,
  problem, request_id, created_at, sent_at, unknown_at` as const

/** Causes that charges and refunds have in common; the other ones are their own. */
type Common = 'send' | 'repeat' | 'response'

interface Kind<Row, State extends string, Cause extends string> {
  name: 'charge' | 'refund'
  columns: string
  /** For each cause the possible next states, with the states before. */
  moves: Readonly<Record<Common | Cause, Partial<Record<State, readonly State[]>>>>
  /** SQL condition of a draft that no call and no other row knows. */
  unsent: string
  /** Objects that pages refetch after a change. */
  shownIn: (row: Row) => readonly (readonly [noun: 'charges' | 'customers' | 'payments', id: string])[]
}

/** Outcome of the audit entry by the next state; the outcome of any other state is unknown. */
const auditOf: Readonly<Record<string, 'done' | 'failed'>> = {
  ...{ PAID: 'done', LINKED: 'done', SUCCEEDED: 'done' },
  ...{ DECLINED: 'failed', FAILED: 'failed', NOT_MADE: 'failed', DRAFT: 'failed' },
}
/** States that only the process that holds the row may set. */
const owned: ReadonlySet<string> = new Set(['UNKNOWN', 'PENDING', 'DRAFT', 'NOT_MADE'])

interface Outcome<State> {
  state: State
  /** True if the call may have been executed. */
  isUnknown: boolean
  problem: ChargeProblem | null
  requestId: string | null
  /** Longest pause before the request is repeated; null if it is not. */
  longestPauseMs: number | null
  /** Further columns, from $12; null keeps the stored value. */
  values: Readonly<Record<string, unknown>>
  /** SQL of a further condition. */
  where?: string
}

export interface RepeatWorker {
  owner: string
  leaseMs?: number
}

/** The statements that charges and refunds have in common. */
export class KeyedTable<Row extends KeyedRow, State extends string, Cause extends string = never> {
  constructor(readonly kind: Kind<Row, State, Cause>) {}

  /** Returns the states from which a cause moves to `to`. */
  before(to: State, by: Common | Cause): readonly State[] {
    return this.kind.moves[by][to] ?? []
  }

  /** Reads one row; null if the connection has none with this id. */
  async read(db: Queryable, connectionId: string, id: string): Promise<Row | null> {
    const { name, columns } = this.kind
    if (!isStorable(id)) return null
    return findRow<Row>(db, {
      name: `read-${name}`,
      text: `SELECT ${columns} FROM dashboard.${name} WHERE connection_id = $1 AND id = $2`,
      values: [connectionId, id],
    })
  }

  /** Reads one row. Throws Refusal `resource_not_found`. */
  async known({ connectionId, db }: { connectionId: string; db: Queryable }, id: string): Promise<Row> {
    const row = await this.read(db, connectionId, id)
    if (!row) throw new Refusal('resource_not_found')
    return row
  }

  /** Notifies every open page, once the transaction of `db` commits, to refetch what shows a row. */
  async notify(db: Queryable, row: Row): Promise<void> {
    const messages = this.kind.shownIn(row).map(([noun, id]) => changeMessage(row.connection_id, noun, id))
    await db.query({
      name: `notify-${this.kind.name}`,
      text: `SELECT pg_notify('${LIVE_CHANNEL}', message) FROM unnest($1::text[]) AS message`,
      values: [messages],
    })
  }

  /** Inserts a draft under a new key, or returns the existing row with this id. `amount` is in major units. */
  async draft(
    tx: Queryable,
    { connectionId, userId, now }: ConnectionContext,
    { amount, ...values }: { id: string; amount: number; currency: string } & Record<string, unknown>,
  ): Promise<Row> {
    const { name } = this.kind
    const draft = {
      ...values,
      connection_id: connectionId,
      state: 'DRAFT',
      amount: String(amount),
      amount_minor: mirrorAmount(amount, values.currency).toString(),
      idempotency_key: randomText(KEY_BYTES),
      user_id: userId,
      created_at: now(),
    }
    const columns = Object.keys(draft)
    await tx.query({
      name: `draft-${name}`,
      text: `INSERT INTO dashboard.${name} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
        ON CONFLICT (connection_id, id) DO NOTHING`,
      values: Object.values(draft),
    })
    const row = await this.known({ connectionId, db: tx }, values.id)
    await this.notify(tx, row)
    return row
  }

  /** Deletes the oldest drafts that were reviewed and never sent, so that one more is within `max`. */
  async deleteOldDrafts(tx: Queryable, connectionId: string, max: number): Promise<void> {
    const { name, unsent } = this.kind
    await tx.query({
      name: `delete-old-${name}-drafts`,
      text: `DELETE FROM dashboard.${name} WHERE connection_id = $1 AND ${unsent} AND id IN (
        SELECT id FROM dashboard.${name} WHERE connection_id = $1 AND ${unsent}
        ORDER BY created_at DESC, id DESC OFFSET ${max - 1})`,
      values: [connectionId],
    })
  }

  /** Stores what a call revealed; null if it arrives too late to move the row. */
  async store(ctx: ConnectionContext, row: Row, outcome: Outcome<State>): Promise<Row | null> {
    const { name, columns } = this.kind
    const { state, isUnknown, problem, requestId, longestPauseMs, values, where = '' } = outcome
    const isFinal = auditOf[state] !== undefined && state !== 'DRAFT'
    const now = ctx.now()
    const pauseMs = Math.min(
      FIRST_PAUSE_MS * 2 ** Math.min(row.attempts - 1, DOUBLINGS_MAX),
      longestPauseMs ?? 0,
    )
    const waitMs = Math.max(pauseMs, (problem?.retry_after_s ?? 0) * 1_000)
    const dueAt = longestPauseMs === null ? null : new Date(now.getTime() + waitMs)
    const set = Object.keys(values).map((column, at) => `, ${column} = COALESCE($${at + 12}, ${column})`)
    return ctx.db.transaction(async (tx) => {
      const moved = await findRow<Row>(tx, {
        name: `store-${name}-answer`,
        text: `UPDATE dashboard.${name} SET state = $3, problem = $4, request_id = COALESCE($5, request_id), due_at = $6,
            finished_at = CASE WHEN $7 THEN $8::timestamptz END, owner = NULL, lease_until = NULL,
            unknown_at = CASE WHEN $9 THEN $8::timestamptz ELSE unknown_at END${set.join('')}
          WHERE connection_id = $1 AND id = $2 AND state = ANY ($10) AND ($11::text IS NULL OR owner = $11) ${where}
          RETURNING ${columns}`,
        values: [
          ...[ctx.connectionId, row.id, state, problem && JSON.stringify(problem), requestId],
          ...[dueAt, isFinal, now, isUnknown],
          ...[this.before(state, 'response'), owned.has(state) ? row.owner : null],
          ...Object.values(values),
        ],
      })
      if (!moved) return null
      const code = moved.problem ? { problem: moved.problem.code } : {}
      const details = { request_id: requestId, state, ...code }
      await finishAudit({ ...ctx, db: tx }, `aud_${row.id}`, auditOf[state] ?? 'unknown', { details })
      await this.notify(tx, moved)
      return moved
    })
  }

  /**
   * Repeats the requests of rows without an outcome, each under its own key: those that are due, and those whose process
   * died before it stored a response. `again` calls the host and stores its response; it gets the end of the lease in
   * milliseconds of `performance.now()`. `connection` is a further SQL condition of the connection `c`. Any number of
   * workers may call it. With `lanes` the calls continue after it.
   * @returns the number of rows taken
   */
  async repeat(
    dashboard: Dashboard,
    { owner, leaseMs = LEASE_MS }: RepeatWorker,
    { lanes, connection = 'true', again }: Repetition<Row>,
  ): Promise<number> {
    const until = performance.now() + leaseMs
    const { name } = this.kind
    const repeatOne = async (row: Row) => {
      const { connection_id: id, user_id: userId } = row
      try {
        await again(await openConnection(dashboard, id, { userId, isBackground: true }), row, until)
      } catch (error) {
        // Its lease expires, and another round takes it.
        dashboard.log.warn({ connection: id, [name]: row.id, err: error }, `a ${name} was not repeated`)
      }
    }
    return shareLanes(
      lanes,
      (room) => this.#claim(dashboard, { owner, leaseMs, connection }, room),
      async (rows) => void (await Promise.all(rows.map(repeatOne))),
    )
  }

  async #claim(
    { database, now }: Dashboard,
    { owner, leaseMs, connection }: Required<RepeatWorker> & { connection: string },
    room: Room,
  ): Promise<readonly (Row & Shared)[]> {
    const { name, columns, moves } = this.kind
    const at = now()
    const states = Object.values<readonly string[] | undefined>(moves.repeat).flatMap(
      (before) => before ?? [],
    )
    const claim = sql`
      ${fairShare({
        ...{ room, rowsPerConnection: PER_CONNECTION, table: name, key: ['id'] },
        open: sql`job.state IN (${raw(sqlStates(states))})`,
        due: sql`((job.due_at <= ${at} AND job.owner IS NULL) OR job.lease_until < clock_timestamp())`,
        since: sql`job.due_at`,
        connection: sql`(c.calls_paused_until IS NULL OR c.calls_paused_until <= ${at}) AND ${raw(connection)}`,
      })}
      UPDATE dashboard.${raw(name)} SET state = CASE state WHEN 'SENDING' THEN 'UNKNOWN' ELSE state END, owner = ${owner},
        attempts = attempts + 1, unknown_at = CASE WHEN owner IS NULL THEN unknown_at ELSE ${at} END,
        lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      FROM due WHERE connection_id = c AND id = k1 RETURNING ${raw(columns)}, ${LANE}`
    const system = asSystem({ database })
    return (await system.query<Row & Shared>({ ...claim, name: `claim-${name}s` })).rows
  }
}

interface Repetition<Row> {
  lanes: Lanes | undefined
  connection?: string
  again: (ctx: ConnectionContext, row: Row, until: number) => Promise<unknown>
}
