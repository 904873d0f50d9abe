import { CallsPaused } from '@/lib/dashboard/client/call-pause'
import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
  pauseReason,
} from '@/lib/dashboard/client/host-errors'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { Dashboard } from '@/lib/dashboard/context'
import { LeaseLost, type RowLease, workRows } from '@/lib/dashboard/jobs/row-lease'
import { MirrorFull } from '@/lib/dashboard/mirror/mirror-room'
import type { Queryable } from '@/lib/platform/database'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { AccountMismatch } from './account-mismatch'
import { claimRuns, endRun } from './claim-run'
import { ListFailed } from './list-failed'
import { PaginationError } from './pagination-error'
import { hasReadAll, queueRun } from './queue-run'
import { runSync } from './run-sync'
import { notifyProgress, positionOf, type SyncPosition, type SyncRunRow, syncRunColumns } from './sync-run'

/** Lease of a run; longer than one page with its call (10 s) and its write. */
const SYNC_LEASE_MS = 30_000
/** Time after which a long history, or an endless list, lets other runs continue. */
const SLICE_MS = 20_000
const TRIES_MAX = 8
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 120_000

/**
 * Takes one waiting run, or one of each connection with `lanes`, and continues it to its end, its next pause, or the end
 * of its slice. Any number of workers may call it; the run of a dead worker continues from its last page.
 * @returns whether there was one
 */
export async function workOneRun(
  dashboard: Dashboard,
  {
    owner,
    leaseMs = SYNC_LEASE_MS,
    sliceMs = SLICE_MS,
  }: { owner: string; leaseMs?: number; sliceMs?: number },
  lanes?: Lanes,
): Promise<boolean> {
  return workRows(
    lanes,
    (room) => claimRuns(dashboard, { owner, leaseMs }, room),
    ({ lease, ...run }) => workRun(dashboard, run, lease, sliceMs),
  )
}

async function workRun(
  dashboard: Dashboard,
  run: SyncRunRow,
  lease: RowLease,
  sliceMs: number,
): Promise<void> {
  const { db } = lease
  const log = dashboard.log.child({ connection: run.connection_id, run: run.id })
  try {
    await notifyProgress(db, run)
    const ctx = await openConnection(dashboard, run.connection_id, { isBackground: true })
    const { row, position, done, pauseMs } = await runSync(ctx, run, lease, sliceMs)
    const now = dashboard.now()
    if (!done) {
      return await endRun(lease, row, { state: 'QUEUED', error: null, position, now, pauseMs })
    }
    const over = { ...positionOf(run), lists: null, tries: 0, restarts: 0 }
    await endRun(lease, row, { state: 'DONE', error: null, position: over, now })
    if (run.kind === 'IMPORT') await compareLateImport(db, run, now)
    log.info({ kind: run.kind, seen: row.seen, corrected: row.corrected, drift: row.drift }, 'mirror synced')
  } catch (error) {
    if (error instanceof LeaseLost) return log.warn('a run was taken by another worker')
    log.warn({ err: error }, 'a run stopped')
    await stop(dashboard, run, lease, error)
  }
}

/** Queues a comparison of the whole history after an import that finished an earlier one. */
async function compareLateImport(
  db: Queryable,
  { connection_id: connectionId, id }: SyncRunRow,
  now: Date,
): Promise<void> {
  const { count } = await db.query({
    name: 'late-import',
    text: `SELECT FROM dashboard.sync_run r WHERE connection_id = $1 AND id = $2 AND NOT (${hasReadAll})`,
    values: [connectionId, id],
  })
  if (count > 0) await queueRun(db, { connectionId, days: null, now })
}

async function stop(dashboard: Dashboard, run: SyncRunRow, lease: RowLease, error: unknown): Promise<void> {
  const row = await currentRow(lease, run)
  if (error instanceof CallsPaused) {
    // No call was made, and none is until the pause is over.
    return endRun(lease, row, {
      state: 'QUEUED',
      error: error.code,
      position: positionOf(row),
      now: dashboard.now(),
    })
  }
  const position: SyncPosition = { ...positionOf(row), tries: positionOf(row).tries + 1 }
  const final = isFinalProblem(error) || position.tries >= TRIES_MAX
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (position.tries - 1))
  const now = dashboard.now()
  await endRun(lease, row, {
    state: final ? 'FAILED' : 'QUEUED',
    error: codeOf(error),
    position,
    now,
    pauseMs,
  })
}

/**
 * Returns whether a failure is permanent within a run: a disconnected account, a refused key, a blocked account, a key of
 * another account, an endless list, or a full mirror.
 */
function isFinalProblem(error: unknown): boolean {
  if (error instanceof ListFailed) return isFinalProblem(error.cause)
  if (error instanceof AccountDisconnected) return true
  if (error instanceof PaginationError || error instanceof AccountMismatch || error instanceof MirrorFull)
    return true
  const reason = pauseReason(error)
  return reason === 'refused' || reason === 'blocked'
}

/** Returns the code that pages translate (`sync-problem.ts`); a list's code is preceded by the noun. */
function codeOf(error: unknown): string {
  if (error instanceof ListFailed) return `${error.noun}: ${codeOf(error.cause)}`
  if (error instanceof HostRefused) return error.knownCode ?? error.code
  if (error instanceof PaginationError || error instanceof AccountMismatch || error instanceof MirrorFull)
    return error.code
  if (error instanceof AccountDisconnected) return 'account_disconnected'
  if (error instanceof HostUnreachable) return 'host_unreachable'
  return error instanceof ContractMismatch ? 'contract_mismatch' : 'dashboard_failed'
}

async function currentRow(lease: RowLease, run: SyncRunRow): Promise<SyncRunRow> {
  const { rows } = await lease.db.query<SyncRunRow>({
    text: `SELECT ${syncRunColumns} FROM dashboard.sync_run WHERE connection_id = $1 AND id = $2`,
    values: [run.connection_id, run.id],
  })
  return rows[0] ?? run
}
