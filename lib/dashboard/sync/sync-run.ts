import type { Dashboard } from '@/lib/dashboard/context'
import { claimRows, type RowLease } from '@/lib/dashboard/jobs/row-lease'
import { LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { MirrorNoun, SyncProgress } from '@/lib/dashboard/mirror/shape'
import type { Queryable } from '@/lib/platform/database'
import type { Room, Shared } from '@/lib/platform/jobs/lanes'
import { raw, sql } from '@/lib/platform/sql'

/** Problem that ends a run for good, with the code that pages translate (`sync-problem.ts`). */
export class FinalProblem extends Error {
  constructor(
    readonly code: 'list_without_end' | 'mirror_full' | 'other_account',
    message: string,
  ) {
    super(message)
  }
}

export interface ListPosition {
  noun: MirrorNoun
  /** `window`: objects new enough (for an import: all); `open`: objects of any age in a state that may still change. */
  of: 'window' | 'open'
  /** Host's cursor; null before the first page. */
  cursor: string | null
  /** Cursor that a list without an end repeats, and the number of pages read. */
  mark?: { cursor: string | null; pages: number }
  /** Number of cursors that the host has refused. */
  restarts?: number
}

/** Position of a run, from which another worker can continue. */
interface SyncPosition {
  /** Lists that are not read to their end, in their order; null before the first page. */
  positions: readonly ListPosition[] | null
  /** Length of the windows in days; null means the whole history. */
  days: number | null
  /** Time of the run's first response, by the host's clock. */
  since: string | null
  /** Attempts since the last successful page. */
  tries: number
}

const START: SyncPosition = { positions: null, days: null, since: null, tries: 0 }

export interface SyncRunRow extends Omit<SyncProgress, 'days' | 'started_at' | 'finished_at'> {
  connection_id: string
  progress: Partial<SyncPosition>
  started_at: Date
  finished_at: Date | null
}

const syncRunColumns =
  'connection_id, id, kind, state, seen, mended AS corrected, drift, progress, error, started_at, finished_at'

/** Run that a worker has claimed; its values are those of the row. */
export type Run = SyncRunRow & Shared & { lease: RowLease; progress: SyncPosition }
type Changes = Partial<Pick<Run, 'seen' | 'corrected' | 'drift' | 'progress'>>

/** Claims runs that wait, or whose worker died. Runs of a connection with paused calls wait. */
export async function claimRuns(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { owner, leaseMs }: { owner: string; leaseMs: number },
  room?: Room,
): Promise<Run[]> {
  const connection = sql`(c.calls_paused_until IS NULL OR c.calls_paused_until <= ${dashboard.now()})`
  const claim = { columns: syncRunColumns, owner, leaseMs, connection, since: 'started_at' }
  const rows = await claimRows<SyncRunRow>(dashboard, 'sync_run', claim, room)
  return rows.map((row) => ({ ...row, progress: { ...START, ...row.progress } }))
}

/** Stores the run's changes and those of `also` together, and extends the lease: without it, neither is stored. */
export async function saveRun(run: Run, changes: Changes, also?: (tx: Queryable) => Promise<void>) {
  const next = { ...run, ...changes }
  await run.lease.db.transaction(async (tx) => {
    await run.lease.renew(columnsOf(next), tx)
    await notifyProgress(tx, next)
    await also?.(tx)
  })
  Object.assign(run, changes)
}

/** Ends the run: done, failed for good, or queued again after a pause. */
export async function endRun(
  run: Run,
  state: 'DONE' | 'FAILED' | 'QUEUED',
  { now, error = null, pauseMs = 0 }: { now: Date; error?: string | null; pauseMs?: number },
): Promise<void> {
  const ended = { state, error, finished_at: state === 'QUEUED' ? null : now }
  await run.lease.end({ ...columnsOf(run), ...ended }, { pauseMs })
  await notifyProgress(run.lease.db, { ...run, ...ended })
}

function columnsOf({ seen, corrected, drift, progress }: Run) {
  return {
    progress: JSON.stringify(progress),
    seen: JSON.stringify(seen),
    mended: JSON.stringify(corrected),
    drift,
  }
}

/** Returns the changes for one more row that was wrong in the mirror (`Corrections`). */
export function withCorrection(
  { corrected, drift }: Pick<Run, 'corrected' | 'drift'>,
  { noun, change, isDrift }: { noun: MirrorNoun; change: string; isDrift: boolean },
): Pick<Run, 'corrected' | 'drift'> {
  const changes = corrected[noun] ?? {}
  return {
    corrected: { ...corrected, [noun]: { ...changes, [change]: (changes[change] ?? 0) + 1 } },
    drift: drift + (isDrift ? 1 : 0),
  }
}

/** Returns a run's row as pages show it. */
function progressOf(row: SyncRunRow): SyncProgress {
  const { id, kind, state, seen, corrected, drift, error } = row
  return {
    ...{ id, kind, state, seen, corrected, drift, error },
    days: row.progress.days ?? null,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** Returns the newest run of a connection, which is the open one if there is one. */
export async function newestRun(db: Queryable, connectionId: string): Promise<SyncProgress | null> {
  const { rows } = await db.query<SyncRunRow>(sql`
    SELECT ${raw(syncRunColumns)} FROM dashboard.sync_run WHERE connection_id = ${connectionId}
    ORDER BY started_at DESC LIMIT 1`)
  return rows[0] ? progressOf(rows[0]) : null
}

/** Notifies open pages of a run's progress. */
export async function notifyProgress(db: Queryable, row: SyncRunRow): Promise<void> {
  const message = JSON.stringify({ connection_id: row.connection_id, noun: 'sync', run: progressOf(row) })
  await db.query(sql`SELECT pg_notify('${raw(LIVE_CHANNEL)}', ${message})`)
}
