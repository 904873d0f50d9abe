import { newId } from '@/lib/contract/ids'
import type { Dashboard } from '@/lib/dashboard/context'
import type { Handle, Queryable } from '@/lib/platform/database'

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

/** One claim: `where` and `orderBy` are SQL about a `job` of the queue, `set` SQL of further assignments. */
interface Claim {
  columns: string
  owner: string
  leaseMs: number
  where?: string
  orderBy: string
  set?: string
  /** Parameters of `where` and `set`, from $3. */
  values?: readonly unknown[]
}

/**
 * Takes the row of a queue that has waited longest: one that is queued, or whose worker is gone. Null when there is none.
 */
export async function claimRow<Row extends RowKey>(
  { database }: Pick<Dashboard, 'database'>,
  queue: Queue,
  { columns, owner, leaseMs, where = 'true', orderBy, set = '', values = [] }: Claim,
): Promise<{ row: Row; lease: RowLease } | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<Row>({
    name: `claim-${queue}`,
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.${queue} AS job
        WHERE state IN ('QUEUED', 'RUNNING') AND (lease_until IS NULL OR lease_until < clock_timestamp()) AND ${where}
        ORDER BY ${orderBy} LIMIT 1 FOR UPDATE OF job SKIP LOCKED
      )
      UPDATE dashboard.${queue} SET state = 'RUNNING', owner = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'${set}
      FROM due WHERE connection_id = c AND id = i RETURNING ${columns}`,
    values: [owner, leaseMs, ...values],
  })
  const [row] = rows
  if (!row) return null
  const db = database.as('checkout_dashboard', row.connection_id)
  return { row, lease: new RowLease(db, queue, row, owner, leaseMs) }
}

/** A name under which one round of a worker holds leases. */
export function newOwner(now: Date): string {
  return newId('sync', now)
}
