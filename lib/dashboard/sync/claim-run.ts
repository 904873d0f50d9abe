import type { Dashboard } from '@/lib/dashboard/context'
import { claimRows, type RowLease } from '@/lib/dashboard/jobs/row-lease'
import type { Queryable } from '@/lib/platform/database'
import type { Room } from '@/lib/platform/jobs/lanes'
import { notifyProgress, type SyncPosition, type SyncRunRow, syncRunColumns } from './sync-run'

/** Claims runs that wait, or whose worker died. Runs of a connection with paused calls wait. */
export function claimRuns(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
  room?: Room,
) {
  const claim = {
    columns: syncRunColumns,
    owner,
    leaseMs,
    connection: '(c.calls_paused_until IS NULL OR c.calls_paused_until <= $8)',
    since: 'started_at',
    values: [dashboard.now()],
  }
  return claimRows<SyncRunRow>(dashboard, 'sync_run', claim, room)
}

/**
 * Stores the run's position and numbers, and extends the lease. Within the transaction `tx` no other worker can take
 * the run.
 */
export async function saveRun(
  lease: RowLease,
  row: SyncRunRow,
  position: SyncPosition,
  tx: Queryable = lease.db,
): Promise<void> {
  await lease.renew(columnsOf(row, position), tx)
  await notifyProgress(tx, row)
}

interface RunEnd {
  state: 'DONE' | 'FAILED' | 'QUEUED'
  error: string | null
  position: SyncPosition
  now: Date
  pauseMs?: number
}

/** Ends the run: done, failed for good, or queued again after a pause. */
export async function endRun(
  lease: RowLease,
  row: SyncRunRow,
  { state, error, position, now, pauseMs }: RunEnd,
): Promise<void> {
  const ended = { state, error, finished_at: state === 'QUEUED' ? null : now }
  await lease.end({ ...columnsOf(row, position), ...ended }, { pauseMs })
  await notifyProgress(lease.db, { ...row, ...ended })
}

function columnsOf({ seen, corrected, drift }: SyncRunRow, position: SyncPosition) {
  return {
    progress: JSON.stringify(position),
    seen: JSON.stringify(seen),
    mended: JSON.stringify(corrected),
    drift,
  }
}
