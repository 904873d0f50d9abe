import { newId } from '@/lib/contract/ids'
import { callsMayLeave } from '@/lib/dashboard/client/call-pause'
import type { Dashboard } from '@/lib/dashboard/context'
import type { Handle, Queryable } from '@/lib/platform/database'
import { notifyProgress, type SyncPlace, type SyncRunRow, syncRunColumns } from './sync-run'

/** Another worker has claimed the run: a process that was paused that long must not write any more. */
export class LeaseLost extends Error {}

/** Lease of a run: every write is refused once another worker holds it. Lease time is the database's. */
export class RunLease {
  constructor(
    readonly db: Handle,
    readonly owner: string,
    readonly run: Pick<SyncRunRow, 'connection_id' | 'id'>,
    readonly leaseMs: number,
  ) {}

  /**
   * Stores the run's position and numbers, and extends the lease. Within the transaction `tx` no other worker can take
   * the run.
   */
  async keep(row: SyncRunRow, place: SyncPlace, tx: Queryable = this.db): Promise<void> {
    await this.#update(tx, 'progress = $5, seen = $6, mended = $7, drift = $8', [
      JSON.stringify(place),
      JSON.stringify(row.seen),
      JSON.stringify(row.mended),
      row.drift,
    ])
    await notifyProgress(tx, row)
  }

  async extend(): Promise<void> {
    await this.#update(this.db, null, [])
  }

  /** Ends the run: done, failed for good, or queued again after a pause. */
  async end(
    row: SyncRunRow,
    {
      state,
      error,
      place,
      now,
      pauseMs = 0,
    }: {
      state: 'DONE' | 'FAILED' | 'QUEUED'
      error: string | null
      place: SyncPlace
      now: Date
      pauseMs?: number
    },
  ): Promise<void> {
    const finished = state === 'QUEUED' ? null : now
    await this.#update(
      this.db,
      `progress = $5, seen = $6, mended = $7, drift = $8, state = $9, error = $10, finished_at = $11, owner = NULL,
        lease_until = clock_timestamp() + $12 * interval '1 ms'`,
      [
        JSON.stringify(place),
        JSON.stringify(row.seen),
        JSON.stringify(row.mended),
        row.drift,
        state,
        error,
        finished,
        pauseMs,
      ],
      false,
    )
    await notifyProgress(this.db, { ...row, state, error, finished_at: finished })
  }

  async #update(db: Queryable, set: string | null, values: readonly unknown[], extend = true): Promise<void> {
    const sets = [
      ...(extend ? [`lease_until = clock_timestamp() + $4 * interval '1 ms'`] : []),
      ...(set ? [set] : []),
    ]
    const { count } = await db.query({
      // $4 is used in every form, so that one list of values serves them all.
      text: `UPDATE dashboard.sync_run SET ${sets.join(', ')}
        WHERE connection_id = $1 AND id = $2 AND owner = $3 AND state = 'RUNNING' AND $4::integer > 0`,
      values: [this.run.connection_id, this.run.id, this.owner, this.leaseMs, ...values],
    })
    if (count !== 1) throw new LeaseLost('another worker has this run')
  }
}

/**
 * Takes a run that waits, or whose worker died: one that no worker has started yet, otherwise the one that has waited
 * longest. Runs of a connection with paused calls wait. Null if there is none.
 */
export async function claimRun(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<SyncRunRow | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<SyncRunRow>({
    name: 'claim-sync-run',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.sync_run
        WHERE state IN ('QUEUED', 'RUNNING') AND (lease_until IS NULL OR lease_until < clock_timestamp())
          AND ${callsMayLeave('connection_id', '$3')}
        ORDER BY lease_until NULLS FIRST, started_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.sync_run SET state = 'RUNNING', owner = $1, lease_until = clock_timestamp() + $2 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = i RETURNING ${syncRunColumns}`,
    values: [owner, leaseMs, now()],
  })
  return rows[0] ?? null
}

/** Returns a name under which one worker holds leases. */
export function newOwner(now: Date): string {
  return newId('sync', now)
}
