import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { type AuditScope, claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { isStorable } from '@/lib/domain/text'
import { kindsOf, readableFiles } from './list-exports'
import { notifyExports } from './notify-exports'

export const changeExportInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type ChangeExportInput = z.output<typeof changeExportInput>

/** Cancels an unfinished job; its worker stops at its next chunk. A finished one does not change. */
export async function cancelExport(
  ctx: ConnectionContext,
  { id }: ChangeExportInput,
  role: MemberRole,
): Promise<{ id: string }> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.query({
      text: `UPDATE dashboard.export_job SET state = 'CANCELLED', owner = NULL, lease_until = NULL, finished_at = $4
        WHERE connection_id = $1 AND id = $2 AND kind = ANY ($3) AND state IN ('QUEUED', 'RUNNING')`,
      values: [ctx.connectionId, id, kindsOf(role), ctx.now()],
    })
    if (count === 0) return
    await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'failed', { details: { problem: 'cancelled' } })
    await notifyExports(tx, ctx.connectionId)
  })
  return { id }
}

/** Deletes a finished job with its file; audited. */
export async function deleteExport(
  ctx: ConnectionContext,
  { id }: ChangeExportInput,
  role: MemberRole,
): Promise<{ id: string }> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string }>({
      text: `DELETE FROM dashboard.export_job
        WHERE connection_id = $1 AND id = $2 AND kind = ANY ($3) AND state IN ('DONE', 'FAILED', 'CANCELLED')
        RETURNING file_name AS name`,
      values: [ctx.connectionId, id, kindsOf(role)],
    })
    const [job] = rows
    if (!job) return
    await auditFile({ ...ctx, db: tx }, 'exports.delete', { id, name: job.name })
    await notifyExports(tx, ctx.connectionId)
  })
  return { id }
}

async function auditFile(
  scope: AuditScope,
  action: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const auditId = newId('aud', scope.now())
  await claimAudit(scope, { id: auditId, action, objectId: id, details: { file: name } })
  await finishAudit(scope, auditId, 'done')
}

/** Bytes of one read of a file. */
const SLICE_BYTES = 1 << 20

/**
 * Yields a finished file in slices, after an audit entry. Throws Refusal `resource_not_found`, also for an expired file.
 */
export async function readExportFile(
  ctx: ConnectionContext,
  id: string,
  role: MemberRole,
): Promise<{ name: string; bytes: number; slices: AsyncGenerator<Uint8Array> }> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const found = await ctx.prisma.exportJob.findFirst({
    where: {
      AND: [
        readableFiles(ctx, role),
        { connectionId: ctx.connectionId, id, state: 'DONE', expiresAt: { gt: ctx.now() } },
      ],
    },
    select: { fileName: true, bytes: true },
  })
  const job = found?.bytes != null && { name: found.fileName, bytes: found.bytes }
  if (!job) throw new Refusal('resource_not_found')
  await ctx.db.transaction((tx) => auditFile({ ...ctx, db: tx }, 'exports.download', { id, name: job.name }))
  return { ...job, slices: slicesOf(ctx, id, job.bytes) }
}

async function* slicesOf(ctx: ConnectionContext, id: string, bytes: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes; from += SLICE_BYTES) {
    const { rows } = await ctx.db.query<{ slice: Buffer }>({
      text: `SELECT substring(content FROM $3 FOR ${SLICE_BYTES}) AS slice FROM dashboard.export_file
        WHERE connection_id = $1 AND job_id = $2`,
      values: [ctx.connectionId, id, from + 1],
    })
    const [row] = rows
    if (!row) throw new Refusal('resource_not_found')
    yield row.slice
  }
}
