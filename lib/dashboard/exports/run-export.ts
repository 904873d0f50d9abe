import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ExportKindName } from '@/lib/dashboard/schema/export'
import type { Queryable } from '@/lib/platform/database'
import { type ExportProgress, exportKinds } from './export-kinds'
import { notifyExports } from './notify-exports'
import { deleteOldFiles } from './prune-exports'

/** Lease of a job; longer than the layout of a whole PDF, during which it is not extended. */
const EXPORT_LEASE_MS = 45_000
/** Claims of one job, including those of killed workers. */
const TRIES_MAX = 4
const PAUSE_MS = 5_000

/** Another worker has the job, or a member cancelled it. */
class ExportLost extends Error {}

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
  { owner, leaseMs = EXPORT_LEASE_MS }: { owner: string; leaseMs?: number },
): Promise<boolean> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<Claimed>({
    name: 'claim-export',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.export_job AS job
        WHERE state IN ('QUEUED', 'RUNNING') AND (lease_until IS NULL OR lease_until < clock_timestamp())
        ORDER BY (SELECT max(claimed_at) FROM dashboard.export_job AS own WHERE own.connection_id = job.connection_id) NULLS FIRST,
          lease_until NULLS FIRST, created_at
        LIMIT 1 FOR UPDATE OF job SKIP LOCKED
      )
      UPDATE dashboard.export_job SET state = 'RUNNING', owner = $1, tries = tries + 1, rows_done = 0, rows_total = NULL,
        claimed_at = clock_timestamp(), lease_until = clock_timestamp() + $2 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = i
      RETURNING connection_id, id, user_id, kind, input, tries, created_at`,
    values: [owner, leaseMs],
  })
  const [job] = rows
  if (!job) return false
  const log = dashboard.log.child({ connection: job.connection_id, export: job.id })
  const ctx = await openConnection(dashboard, job.connection_id, { userId: job.user_id })
  const lease = leaseOf(ctx, job, { owner, leaseMs })
  try {
    if (job.tries > TRIES_MAX) throw new Error('every worker that took this job died')
    await make(ctx, job, lease)
  } catch (error) {
    if (error instanceof ExportLost) return true
    log.warn({ err: error, tries: job.tries }, 'an export stopped')
    const isFinal = error instanceof Refusal || job.tries >= TRIES_MAX
    const problem = error instanceof Refusal ? error.code : 'internal_error'
    await (isFinal ? lease.fail(problem) : lease.pause(problem)).catch((lost: unknown) => {
      if (!(lost instanceof ExportLost)) throw lost
    })
  }
  return true
}

type Lease = ReturnType<typeof leaseOf>

async function make(ctx: ConnectionContext, job: Claimed, lease: Lease): Promise<void> {
  const kind = exportKinds[job.kind as ExportKindName]
  if (!kind) throw new Refusal('resource_not_found')
  let done = 0
  const progress: ExportProgress = {
    async begin(at, rowsTotal) {
      if (rowsTotal > kind.rowsMax) throw new Refusal('export_too_large')
      await lease.move('as_of = $5, rows_total = $6', [at, rowsTotal])
    },
    async add(rows) {
      done += rows
      await lease.move('rows_done = $5', [done])
    },
  }
  const file = await kind.write({ ...ctx, now: () => job.created_at }, job.input, progress)
  await lease.finish(file, done)
}

function leaseOf(
  ctx: ConnectionContext,
  job: Claimed,
  { owner, leaseMs }: { owner: string; leaseMs: number },
) {
  const auditId = `aud_${job.id}`
  async function move(set: string, values: readonly unknown[], db: Queryable = ctx.db): Promise<void> {
    const { count } = await db.query({
      text: `UPDATE dashboard.export_job SET lease_until = clock_timestamp() + $4 * interval '1 ms', ${set}
        WHERE connection_id = $1 AND id = $2 AND owner = $3 AND state = 'RUNNING'`,
      values: [job.connection_id, job.id, owner, leaseMs, ...values],
    })
    if (count !== 1) throw new ExportLost('the job is no longer ours')
  }
  return {
    move,
    finish: (file: Uint8Array, rows: number) =>
      ctx.db.transaction(async (tx) => {
        await move(
          `state = 'DONE', owner = NULL, bytes = $5, rows_done = $6, problem = NULL, finished_at = $7`,
          [file.byteLength, rows, ctx.now()],
          tx,
        )
        await tx.query({
          text: 'INSERT INTO dashboard.export_file (connection_id, job_id, content) VALUES ($1, $2, $3)',
          values: [job.connection_id, job.id, Buffer.from(file)],
        })
        await deleteOldFiles(tx, job.connection_id)
        await finishAudit({ ...ctx, db: tx }, auditId, 'done', { details: { rows } })
        await notifyExports(tx, job.connection_id)
      }),
    fail: (problem: string) =>
      ctx.db.transaction(async (tx) => {
        await move(`state = 'FAILED', owner = NULL, problem = $5, finished_at = $6`, [problem, ctx.now()], tx)
        await finishAudit({ ...ctx, db: tx }, auditId, 'failed', { details: { problem } })
        await notifyExports(tx, job.connection_id)
      }),
    pause: (problem: string) =>
      move(
        `state = 'QUEUED', owner = NULL, problem = $5, lease_until = clock_timestamp() + $6 * interval '1 ms'`,
        [problem, PAUSE_MS],
      ),
  }
}
