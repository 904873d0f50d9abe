import { callsAllowed } from '@/lib/dashboard/client/call-pause'
import type { Dashboard } from '@/lib/dashboard/context'
import { claimRow, type RowLease } from '@/lib/dashboard/jobs/row-lease'
import type { Queryable } from '@/lib/platform/database'
import { notifyProgress, type SyncPosition, type SyncRunRow, syncRunColumns } from './sync-run'

/**
 * Claims a run that waits, or whose worker died: one that no worker has started yet, otherwise the one that has waited
 * longest. Runs of a connection with paused calls wait. Null if there is none.
 */
export function claimRun(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<{ row: SyncRunRow; lease: RowLease } | null> {
  return claimRow<SyncRunRow>(dashboard, 'sync_run', {
    columns: syncRunColumns,
    owner,
    leaseMs,
    where: callsAllowed('connection_id', '$3'),
    orderBy: 'lease_until NULLS FIRST, started_at',
    values: [dashboard.now()],
  })
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
