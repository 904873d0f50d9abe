import { LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { Corrections, SyncKind, SyncProgress, SyncState } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'
import type { CursorMark } from './cursor-cycle'

/** Position in one list. */
export interface ListPosition {
  /** Index of the phase. */
  phase: number
  /** Host's cursor; null before the first page. */
  cursor: string | null
  /** Objects per page: fewer if a page was above the client's cap. */
  limit: number
  mark: CursorMark
}

/** Position of a run, from which another worker can continue. */
export interface SyncPosition {
  /** Lists that are not read to their end, in their order; null before the first page. */
  lists: readonly ListPosition[] | null
  /** Length of the windows in days; null means the whole history. */
  days: number | null
  /** Time of the run's first response, by the host's clock. */
  since: string | null
  /** Attempts since the last successful page. */
  tries: number
  /** Number of cursors that the host has refused. */
  restarts: number
}

export interface SyncRunRow {
  connection_id: string
  id: string
  kind: SyncKind
  state: SyncState
  seen: SyncProgress['seen']
  corrected: Corrections
  drift: number
  progress: Partial<SyncPosition>
  error: string | null
  started_at: Date
  finished_at: Date | null
}

export const syncRunColumns =
  'connection_id, id, kind, state, seen, mended AS corrected, drift, progress, error, started_at, finished_at'

/** Returns a run's row as pages show it. */
export function progressOf(row: Omit<SyncRunRow, 'connection_id'>): SyncProgress {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    days: row.progress.days ?? null,
    seen: row.seen,
    corrected: row.corrected,
    drift: row.drift,
    error: row.error,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** Returns the position of a run, complete also for one that has only begun. */
export function positionOf({ progress }: SyncRunRow): SyncPosition {
  return { lists: null, days: null, since: null, tries: 0, restarts: 0, ...progress }
}

/** Notifies open pages of a run's progress. */
export async function notifyProgress(db: Queryable, row: SyncRunRow): Promise<void> {
  const message = JSON.stringify({ connection_id: row.connection_id, noun: 'sync', run: progressOf(row) })
  await db.query({ name: 'notify-sync', text: `SELECT pg_notify('${LIVE_CHANNEL}', $1)`, values: [message] })
}
