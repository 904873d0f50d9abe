import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { claimRow, LeaseLost, type RowLease } from '@/lib/dashboard/jobs/row-lease'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ExportKindName } from '@/lib/dashboard/schema/export'
import { exportKinds } from './export-kinds'
import type { FileLimits } from './file-thread'
import { notifyExports } from './notify-exports'
import { deleteOldFiles } from './prune-exports'
import { exportWriters } from './write-export'

/** Lease of a job, renewed three times in its length, whatever its thread does. */
const EXPORT_LEASE_MS = 45_000
/** Claims of one job, including those of killed workers. */
const TRIES_MAX = 4
const PAUSE_MS = 5_000
const RENEWALS_PER_LEASE = 3

interface Claimed {
  connection_id: string
  id: string
  user_id: string | null
  // A CHECK is not needed: an unknown kind fails its job.
  kind: string
  input: unknown
  tries: number
  created_at: Date
}

/**
 * Creates one file that waits, or whose worker died, of the least recently served account; a retried file starts with a
 * new snapshot.
 * @returns whether there was one
 */
export async function runExport(
  dashboard: Dashboard,
  { owner, leaseMs = EXPORT_LEASE_MS, limits }: { owner: string; leaseMs?: number; limits?: FileLimits },
): Promise<boolean> {
  const claimed = await claimRow<Claimed>(dashboard, 'export_job', {
    columns: 'connection_id, id, user_id, kind, input, tries, created_at',
    owner,
    leaseMs,
    orderBy: `(SELECT max(claimed_at) FROM dashboard.export_job AS own WHERE own.connection_id = job.connection_id) NULLS FIRST,
      lease_until NULLS FIRST, created_at`,
    set: ', tries = tries + 1, rows_done = 0, rows_total = NULL, claimed_at = clock_timestamp()',
  })
  if (!claimed) return false
  const { row: job, lease } = claimed
  const log = dashboard.log.child({ connection: job.connection_id, export: job.id })
  const ctx = await openConnection(dashboard, job.connection_id, { userId: job.user_id })
  try {
    if (job.tries > TRIES_MAX) throw new Error('every worker that took this job died')
    await make(ctx, job, { lease, limits })
  } catch (error) {
    if (error instanceof LeaseLost) return true
    log.warn({ err: error, tries: job.tries }, 'an export stopped')
    const isFinal = error instanceof Refusal || job.tries >= TRIES_MAX
    const problem = error instanceof Refusal ? error.code : 'internal_error'
    const ended = isFinal
      ? fail(ctx, lease, problem)
      : lease.end({ state: 'QUEUED', problem }, { pauseMs: PAUSE_MS })
    await ended.catch((lost: unknown) => {
      if (!(lost instanceof LeaseLost)) throw lost
    })
  }
  return true
}

async function make(
  ctx: ConnectionContext,
  job: Claimed,
  { lease, limits }: { lease: RowLease; limits: FileLimits | undefined },
): Promise<void> {
  // An unknown kind is of a newer release.
  const name = job.kind as ExportKindName
  const kind = exportKinds[name]
  if (!kind) throw new Refusal('resource_not_found')
  let done = 0
  const lost = new AbortController()
  const renewal = setInterval(() => {
    lease.renew().catch((error: unknown) => lost.abort(error))
  }, lease.leaseMs / RENEWALS_PER_LEASE)
  const progress = {
    async begin(at: Date, rowsTotal: number) {
      if (rowsTotal > kind.rowsMax) throw new Refusal('export_too_large')
      await lease.renew({ as_of: at, rows_total: rowsTotal })
    },
    async add(rows: number) {
      done += rows
      await lease.renew({ rows_done: done })
    },
    signal: lost.signal,
    limits,
  }
  try {
    const file = await exportWriters[name]({ ...ctx, now: () => job.created_at }, job.input, progress)
    await finish(ctx, lease, file, done)
  } finally {
    clearInterval(renewal)
  }
}

function finish(ctx: ConnectionContext, lease: RowLease, file: Uint8Array, rows: number): Promise<void> {
  const { connection_id: connectionId, id } = lease.row
  const done = {
    state: 'DONE',
    bytes: file.byteLength,
    rows_done: rows,
    problem: null,
    finished_at: ctx.now(),
  }
  return ctx.db.transaction(async (tx) => {
    await lease.end(done, { db: tx })
    await tx.query({
      text: 'INSERT INTO dashboard.export_file (connection_id, job_id, content) VALUES ($1, $2, $3)',
      values: [connectionId, id, Buffer.from(file)],
    })
    await deleteOldFiles(tx, connectionId)
    await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'done', { details: { rows } })
    await notifyExports(tx, connectionId)
  })
}

function fail(ctx: ConnectionContext, lease: RowLease, problem: string): Promise<void> {
  const { connection_id: connectionId, id } = lease.row
  return ctx.db.transaction(async (tx) => {
    await lease.end({ state: 'FAILED', problem, finished_at: ctx.now() }, { db: tx })
    await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'failed', { details: { problem } })
    await notifyExports(tx, connectionId)
  })
}
