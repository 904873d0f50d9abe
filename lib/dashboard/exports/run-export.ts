import { type AuditScope, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { claimRows, LeaseLost, type RowLease, workRows } from '@/lib/dashboard/jobs/row-lease'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ExportKindName } from '@/lib/dashboard/schema/export'
import { can, isRole } from '@/lib/dashboard/team/role-permissions'
import type { Lanes } from '@/lib/platform/jobs/lanes'
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
  team_id: string
  /** Current role of the member who started the job; null if they left the team. */
  role: string | null
}

/**
 * Creates one file that waits, or whose worker died, of the least recently served team, or one of each team with `lanes`; a
 * retried file starts with a new snapshot.
 * @returns whether there was one
 */
export async function runExport(
  dashboard: Dashboard,
  { owner, leaseMs = EXPORT_LEASE_MS, limits }: { owner: string; leaseMs?: number; limits?: FileLimits },
  lanes?: Lanes,
): Promise<boolean> {
  const claim = {
    columns: `connection_id, id, user_id, kind, input, tries, created_at,
      (SELECT team_id FROM dashboard.connection WHERE id = connection_id) AS team_id,
      (SELECT m.role FROM dashboard.membership m JOIN dashboard.connection c ON c.team_id = m.team_id
        WHERE c.id = connection_id AND m.user_id = export_job.user_id) AS role`,
    owner,
    leaseMs,
    served: `(SELECT max(own.claimed_at) FROM dashboard.connection AS mate
      JOIN dashboard.export_job AS own ON own.connection_id = mate.id WHERE mate.team_id = c.team_id)`,
    since: 'created_at',
    set: ', tries = tries + 1, rows_done = 0, rows_total = NULL, claimed_at = clock_timestamp()',
  }
  return workRows(
    lanes,
    (room) => claimRows<Claimed>(dashboard, 'export_job', claim, room),
    ({ lease, ...job }) => workExport(dashboard, job, { lease, limits }),
  )
}

interface Work {
  lease: RowLease
  limits: FileLimits | undefined
}

async function workExport(dashboard: Dashboard, job: Claimed, { lease, limits }: Work): Promise<void> {
  const log = dashboard.log.child({ connection: job.connection_id, export: job.id })
  try {
    if (job.tries > TRIES_MAX) throw new Error('every worker that took this job died')
    const ctx = await openConnection(dashboard, job.connection_id, { userId: job.user_id })
    const seesContacts = job.role !== null && isRole(job.role) && can(job.role, 'contacts.read')
    await make({ ...ctx, seesContacts }, job, { lease, limits })
  } catch (error) {
    if (error instanceof LeaseLost) return
    log.warn({ err: error, tries: job.tries }, 'an export stopped')
    const isFinal = error instanceof Refusal || job.tries >= TRIES_MAX
    const problem = error instanceof Refusal ? error.code : 'internal_error'
    const { team_id: teamId, connection_id: connectionId, user_id: userId } = job
    const ended = isFinal
      ? fail({ teamId, connectionId, userId, address: null, now: dashboard.now }, lease, problem)
      : lease.end({ state: 'QUEUED', problem }, { pauseMs: PAUSE_MS })
    await ended.catch((lost: unknown) => {
      if (!(lost instanceof LeaseLost)) throw lost
    })
  }
}

async function make(ctx: ConnectionContext, job: Claimed, { lease, limits }: Work): Promise<void> {
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

/** Fails a job; its connection may be one that cannot be opened. */
function fail(scope: Omit<AuditScope, 'db'>, lease: RowLease, problem: string): Promise<void> {
  const { connection_id: connectionId, id } = lease.row
  return lease.db.transaction(async (tx) => {
    await lease.end({ state: 'FAILED', problem, finished_at: scope.now() }, { db: tx })
    await finishAudit({ ...scope, db: tx }, `aud_${id}`, 'failed', { details: { problem } })
    await notifyExports(tx, connectionId)
  })
}
