import { newId } from '@/lib/contract/ids'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import type { Handle, Queryable } from '@/lib/platform/database'
import { type Lanes, ONE_ROW, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { type Fragment, raw, sql } from '@/lib/platform/sql'
import { fairShare, LANE } from './fair-share'

/** Queues whose rows a worker holds under a lease while their state is RUNNING. */
type Queue = 'sync_run' | 'link_batch' | 'export_job'

interface RowKey {
  connection_id: string
  id: string
}

/** Values by column. */
type Changes = Readonly<Record<string, unknown>>

/** Another worker holds the row, or a member ended it: nothing more may be written. */
export class LeaseLost extends Error {}

/** A worker's hold of one row: every write is refused once the row is no longer its own. Lease time is the database's. */
export class RowLease {
  constructor(
    readonly db: Handle,
    readonly queue: Queue,
    readonly row: RowKey,
    readonly owner: string,
    readonly leaseMs: number,
  ) {}

  /** Writes columns and extends the lease. In the transaction `db` no other worker takes the row before its end. */
  async renew(changes: Changes = {}, db: Queryable = this.db): Promise<void> {
    await this.#write(db, changes, this.leaseMs)
  }

  /** Writes the state that ends the hold: a final one, or QUEUED, from which the row is due again after `pauseMs`. */
  async end(
    changes: Changes & { state: string },
    { pauseMs = 0, db = this.db }: { pauseMs?: number; db?: Queryable } = {},
  ): Promise<void> {
    await this.#write(db, { ...changes, owner: null }, pauseMs)
  }

  async #write(db: Queryable, changes: Changes, untilMs: number): Promise<void> {
    const sets = Object.keys(changes).map((column, at) => `, ${column} = $${at + 5}`)
    const { count } = await db.query({
      text: `UPDATE dashboard.${this.queue} SET lease_until = clock_timestamp() + $4 * interval '1 ms'${sets.join('')}
        WHERE connection_id = $1 AND id = $2 AND owner = $3 AND state = 'RUNNING'`,
      values: [this.row.connection_id, this.row.id, this.owner, untilMs, ...Object.values(changes)],
    })
    if (count !== 1) throw new LeaseLost('this row is no longer ours')
  }
}

/** Claims of a queue. `connection`, `served` and `since` are those of `fairShare`, `set` SQL of further assignments. */
interface Claim {
  columns: string
  owner: string
  leaseMs: number
  connection?: Fragment
  served?: Fragment
  /** Time of a row that nobody has claimed yet; later its lease is the time. */
  since: string
  set?: string
}

type Claimed<Row> = Row & Shared & { lease: RowLease }

/**
 * Takes rows of a queue, at most one of a connection: those that have waited longest of the ones that are queued, or whose
 * worker is gone. Without `room` it takes one row.
 */
export async function claimRows<Row extends RowKey>(
  { database }: Pick<Dashboard, 'database'>,
  queue: Queue,
  { columns, owner, leaseMs, connection, served, since, set = '' }: Claim,
  room: Room = ONE_ROW,
): Promise<Claimed<Row>[]> {
  const { rows } = await asSystem({ database }).query<Row & Shared>(sql`
    ${fairShare({
      ...{ room, rowsPerConnection: 1, table: queue, key: ['id'], connection, served },
      open: sql`job.state IN ('QUEUED', 'RUNNING')`,
      due: sql`(job.lease_until IS NULL OR job.lease_until < clock_timestamp())`,
      since: sql`coalesce(job.lease_until, job.${raw(since)})`,
    })}
    UPDATE dashboard.${raw(queue)} SET state = 'RUNNING', owner = ${owner},
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'${raw(set)}
    FROM due WHERE connection_id = c AND id = k1 RETURNING ${raw(columns)}, ${LANE}`)
  return rows.map((row) => {
    const db = database.as('checkout_dashboard', row.connection_id)
    return { ...row, lease: new RowLease(db, queue, row, owner, leaseMs) }
  })
}

/**
 * Works on claimed rows in `lanes`, or on one row without them; work ends quietly once the row is no longer its own.
 * @returns whether there was one
 */
export async function workRows<Row>(
  lanes: Lanes | undefined,
  claim: (room?: Room) => Promise<Claimed<Row>[]>,
  work: (row: Claimed<Row>) => Promise<void>,
): Promise<boolean> {
  const taken = await shareLanes(
    lanes,
    (room) => claim(lanes && room),
    async ([row]) =>
      row &&
      work(row).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error
      }),
  )
  return taken > 0
}

/** A name under which one round of a worker holds leases. */
export function newOwner(now: Date): string {
  return newId('sync', now)
}

/** Channel that wakes the worker's sync loop; a slow poll covers lost notifications. */
export const SYNC_CHANNEL = 'dashboard_sync'

/** Wakes the sync loop once the transaction of `db` commits. */
export async function wakeSync(db: Queryable): Promise<void> {
  await db.query(sql`SELECT pg_notify('${raw(SYNC_CHANNEL)}', '')`)
}
