import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
  pauseReason,
} from '@/lib/dashboard/client/host-errors'
import { CallsPaused } from '@/lib/dashboard/client/rate-limit-pause'
import type { Dashboard } from '@/lib/dashboard/context'
import { LeaseLost, workRows } from '@/lib/dashboard/jobs/row-lease'
import { openConnection } from '@/lib/dashboard/open-connection'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { metrics } from '@/lib/platform/metrics/metrics'
import { raw, sql } from '@/lib/platform/sql'
import { hasReadAll, queueRun } from './queue-run'
import { ListFailed, runSync } from './run-sync'
import { claimRuns, endRun, FinalProblem, notifyProgress, type Run } from './sync-run'

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
    (run) => workRun(dashboard, run, sliceMs),
  )
}

async function workRun(dashboard: Dashboard, run: Run, sliceMs: number): Promise<void> {
  const { connection_id: connectionId, id, kind } = run
  const log = dashboard.log.child({ connection: connectionId, run: id })
  try {
    await notifyProgress(run.lease.db, run)
    const ctx = await openConnection(dashboard, connectionId, { isBackground: true })
    const pauseMs = await runSync(ctx, run, sliceMs)
    const now = dashboard.now()
    if (pauseMs !== null) return await endRun(run, 'QUEUED', { now, pauseMs })
    run.progress = { ...run.progress, positions: null, tries: 0 }
    await endRun(run, 'DONE', { now })
    metrics.drift.inc(run.drift)
    if (kind === 'IMPORT') await compareLateImport(run, now)
    log.info({ kind, seen: run.seen, corrected: run.corrected, drift: run.drift }, 'mirror synced')
  } catch (error) {
    if (error instanceof LeaseLost) return log.warn('a run was taken by another worker')
    log.warn({ err: error }, 'a run stopped')
    await stop(run, error, dashboard.now())
  }
}

/** Queues a comparison of the whole history after an import that finished an earlier one. */
async function compareLateImport({ connection_id: connectionId, id, lease }: Run, now: Date): Promise<void> {
  const { count } = await lease.db.query(sql`
    SELECT FROM dashboard.sync_run r WHERE connection_id = ${connectionId} AND id = ${id} AND NOT (${raw(hasReadAll)})`)
  if (count > 0) await queueRun(lease.db, { connectionId, days: null, now })
}

async function stop(run: Run, error: unknown, now: Date): Promise<void> {
  // No call was made, and none is until the pause is over.
  if (error instanceof CallsPaused) return endRun(run, 'QUEUED', { now, error: error.code })
  const tries = run.progress.tries + 1
  run.progress = { ...run.progress, tries }
  const { code, isFinal } = problemOf(error)
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
  await endRun(run, isFinal || tries >= TRIES_MAX ? 'FAILED' : 'QUEUED', { now, error: code, pauseMs })
}

/**
 * Returns the code that pages translate (`sync-problem.ts`), a list's preceded by the noun, and whether the failure is
 * permanent within a run: besides `FinalProblem` a disconnected or blocked account, or a refused key.
 */
function problemOf(error: unknown): { code: string; isFinal: boolean } {
  if (error instanceof ListFailed) {
    const { code, isFinal } = problemOf(error.cause)
    return { code: `${error.noun}: ${code}`, isFinal }
  }
  if (error instanceof FinalProblem) return { code: error.code, isFinal: true }
  if (error instanceof AccountDisconnected) return { code: 'account_disconnected', isFinal: true }
  if (error instanceof HostUnreachable) return { code: 'host_unreachable', isFinal: false }
  const reason = pauseReason(error)
  const isFinal = reason === 'refused' || reason === 'blocked'
  if (error instanceof HostRefused) return { code: error.knownCode ?? error.code, isFinal }
  return { code: error instanceof ContractMismatch ? 'contract_mismatch' : 'dashboard_failed', isFinal }
}
