import { callsMayLeave } from '@/lib/dashboard/client/call-pause'
import type { Dashboard } from '@/lib/dashboard/context'
import { claimRow, type RowLease } from '@/lib/dashboard/jobs/row-lease'
import type { Queryable } from '@/lib/platform/database'
import { type SyncPlace, type SyncRunRow, syncRunColumns, tellProgress } from './sync-run'

/**
 * Takes a run that waits, or whose worker is gone: one that nobody has worked on yet, else the one that has waited
 * longest. Runs of a connection whose calls are paused wait. Null when there is none.
 */
export function claimRun(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<{ row: SyncRunRow; lease: RowLease } | null> {
  return claimRow<SyncRunRow>(dashboard, 'sync_run', {
    columns: syncRunColumns,
    owner,
    leaseMs,
    where: callsMayLeave('connection_id', '$3'),
    orderBy: 'lease_until NULLS FIRST, started_at',
    values: [dashboard.now()],
  })
}

/** Keeps the run's place and numbers, and its lease. In the transaction `tx` no other worker takes the run before its end. */
export async function keepRun(
  lease: RowLease,
  row: SyncRunRow,
  place: SyncPlace,
  tx: Queryable = lease.db,
): Promise<void> {
  await lease.keep(columnsOf(row, place), tx)
  await tellProgress(tx, row)
}

interface RunEnd {
  state: 'DONE' | 'FAILED' | 'QUEUED'
  error: string | null
  place: SyncPlace
  now: Date
  pauseMs?: number
}

/** Ends the run: done, failed for good, or queued again to go on after a pause. */
export async function endRun(
  lease: RowLease,
  row: SyncRunRow,
  { state, error, place, now, pauseMs }: RunEnd,
): Promise<void> {
  const ended = { state, error, finished_at: state === 'QUEUED' ? null : now }
  await lease.end({ ...columnsOf(row, place), ...ended }, { pauseMs })
  await tellProgress(lease.db, { ...row, ...ended })
}

function columnsOf({ seen, mended, drift }: SyncRunRow, place: SyncPlace) {
  return {
    progress: JSON.stringify(place),
    seen: JSON.stringify(seen),
    mended: JSON.stringify(mended),
    drift,
  }
}
