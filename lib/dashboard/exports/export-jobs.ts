import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { notifyChange } from '@/lib/dashboard/live/live-message'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import type { FileTexts } from '@/lib/dashboard/reads/file-rows'
import { idField } from '@/lib/dashboard/reads/list'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { isStorable } from '@/lib/domain/text'
import { findRow, type Queryable } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { sql } from '@/lib/platform/sql'
import { exportKinds } from './export-kinds'
import { type ExportKindName, type ExportState, exportKindNames, isExportInProgress } from './shape'

/** Files that an account keeps: older ones are deleted when a new one is ready. */
export const FILES_KEPT_MAX = quotas.export_files.limit

export const FILES_KEPT_MB = quotas.export_bytes.limit / 1_000_000
const KEPT_DAYS = 7
const LISTED_MAX = 100

export const startExportInput = z.object({
  kind: z.enum(exportKindNames),
  input: z.record(z.string(), z.string().optional()),
})
export const removeExportInput = z.object({ id: idField })

/** Returns the kinds of files that a role may have the worker draw. */
function kindsOf(role: MemberRole): ExportKindName[] {
  return exportKindNames.filter(
    (name) => exportKinds[name].isDrawn && can(role, exportKinds[name].permission),
  )
}

/** Refreshes every open page of the account's files once the transaction of `db` commits. */
export async function notifyExports(db: Queryable, connectionId: string): Promise<void> {
  await db.query(sql`SELECT ${notifyChange(connectionId, 'exports', null)}`)
}

/**
 * Queues a file in the member's language for the worker; a member's unfinished job for the same file is returned instead,
 * also to a concurrent press. Throws Refusal `forbidden`, `invalid_parameters` and `exports_waiting`.
 */
export async function startExport(
  ctx: ConnectionContext,
  { kind, input }: z.output<typeof startExportInput>,
  role: MemberRole,
  texts: FileTexts,
): Promise<{ id: string }> {
  if (!kindsOf(role).includes(kind)) throw new Refusal('forbidden')
  const { name, drawn, action, objectId, filters } = exportKinds[kind].plan(ctx, input, texts)
  const { language, locale } = texts
  const stored = JSON.stringify({ ...input, language, locale })
  const { connectionId, userId } = ctx
  const at = ctx.now()
  return ctx.db.transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('exports of ' || ${connectionId}, 0))`)
    const { rows } = await tx.query<{ id: string; is_same: boolean }>(sql`
      SELECT id, user_id = ${userId} AND kind = ${kind} AND input = ${stored}::jsonb AS is_same
      FROM dashboard.export_job
      WHERE connection_id = ${connectionId} AND state IN ('QUEUED', 'RUNNING')`)
    const same = rows.find(({ is_same }) => is_same)
    if (same) return { id: same.id }
    if (rows.length >= quotas.waiting_exports.limit) throw new Refusal('exports_waiting')
    const id = newId('exp', at)
    await tx.query(sql`
      INSERT INTO dashboard.export_job
        (connection_id, id, user_id, kind, input, file_name, state, created_at, expires_at)
      VALUES (${connectionId}, ${id}, ${userId}, ${kind}, ${stored}, ${`${name}.${drawn?.format}`}, 'QUEUED', ${at},
        ${at}::timestamptz + ${KEPT_DAYS} * interval '1 day')`)
    const details = { format: drawn?.format, filters }
    await claimAudit({ ...ctx, db: tx }, { id: `aud_${id}`, action, ...(objectId && { objectId }), details })
    await notifyExports(tx, connectionId)
    await wakeSync(tx)
    return { id }
  })
}

/** Deletes a job with its file, audited; the worker of an unfinished one stops at its next chunk. */
export async function removeExport(
  ctx: ConnectionContext,
  { id }: z.output<typeof removeExportInput>,
  role: MemberRole,
): Promise<{ id: string }> {
  await ctx.db.transaction(async (tx) => {
    const job = await findRow<{ name: string; state: ExportState }>(tx, {
      text: `DELETE FROM dashboard.export_job WHERE connection_id = $1 AND id = $2 AND kind = ANY ($3)
        RETURNING file_name AS name, state`,
      values: [ctx.connectionId, id, kindsOf(role)],
    })
    if (!job) return
    if (isExportInProgress(job))
      await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'failed', { details: { problem: 'cancelled' } })
    else await auditFile(tx, ctx, 'exports.delete', { id, name: job.name })
    await notifyExports(tx, ctx.connectionId)
  })
  return { id }
}

function auditFile(
  tx: Queryable,
  ctx: ConnectionContext,
  action: string,
  file: { id: string; name: string },
) {
  const act = { action, objectId: file.id, details: { file: file.name } }
  return recordTeamAudit(tx, { ...ctx, ...act, now: ctx.now() })
}

/**
 * Returns the condition of the files that a role may read. One that a member with `contacts.read` started contains
 * contacts: other roles read their own, and those without payers.
 */
function readableFiles(ctx: ConnectionContext, role: MemberRole): Prisma.ExportJobWhereInput {
  const { connectionId, userId, now } = ctx
  const kinds = kindsOf(role)
  const plain = kinds.filter((name) => !exportKinds[name].hasContacts)
  const mine = can(role, 'contacts.read') ? {} : { OR: [{ userId }, { kind: { in: plain } }] }
  const listed = { connectionId, kind: { in: kinds }, expiresAt: { gt: now() } }
  return { AND: [listed, mine] }
}

/** Returns the account's unexpired files that the role may read, newest first. */
export async function listExports(dashboard: Dashboard, ctx: ConnectionContext, role: MemberRole) {
  const [jobs, names] = await Promise.all([
    ctx.prisma.exportJob.findMany({
      where: readableFiles(ctx, role),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LISTED_MAX,
    }),
    memberNames(dashboard, ctx.teamId),
  ])
  return {
    exports: jobs.map((job) => ({
      id: job.id,
      name: job.fileName,
      // A CHECK of the table limits the state, and no verb writes another one.
      state: job.state as ExportState,
      /** Null before the worker has read the rows of the file's snapshot. */
      rows_total: job.rowsTotal,
      rows_done: job.rowsDone,
      as_of: job.asOf?.toISOString() ?? null,
      /** Code of lib/dashboard/refusal.ts. */
      problem: job.state === 'FAILED' ? job.problem : null,
      /** Null for a former member. */
      made_by: job.userId === null ? null : (names.get(job.userId) ?? null),
      created_at: job.createdAt.toISOString(),
    })),
  }
}

const SLICE_BYTES = 1 << 20

/**
 * Returns a finished file in slices, after an audit entry. Throws Refusal `resource_not_found`, also for an expired file.
 */
export async function readExportFile(ctx: ConnectionContext, id: string, role: MemberRole) {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const found = await ctx.prisma.exportJob.findFirst({
    where: { AND: [readableFiles(ctx, role), { id, state: 'DONE' }] },
    select: { fileName: true, bytes: true },
  })
  if (found?.bytes == null) throw new Refusal('resource_not_found')
  const { fileName: name, bytes } = found
  await ctx.db.transaction((tx) => auditFile(tx, ctx, 'exports.download', { id, name }))
  return { name, bytes, slices: slicesOf(ctx, id, bytes) }
}

async function* slicesOf(ctx: ConnectionContext, id: string, bytes: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes; from += SLICE_BYTES) {
    const row = await findRow<{ slice: Buffer }>(ctx.db, {
      text: `SELECT substring(content FROM $3 FOR ${SLICE_BYTES}) AS slice FROM dashboard.export_file
        WHERE connection_id = $1 AND job_id = $2`,
      values: [ctx.connectionId, id, from + 1],
    })
    if (!row) throw new Refusal('resource_not_found')
    yield row.slice
  }
}
