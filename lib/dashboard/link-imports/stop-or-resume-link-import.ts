import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { wakeSync } from '@/lib/dashboard/sync/wake-sync'
import { isStorable } from '@/lib/domain/text'
import { getLinkImport } from './get-link-import'

export const linkImportIdInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type LinkImportIdInput = z.output<typeof linkImportIdInput>

/** Stops an import before its next row; created links stay. A finished import does not change. */
export async function stopLinkImport(ctx: ConnectionContext, { id }: LinkImportIdInput): Promise<LinkImport> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.query({
      name: 'stop-link-import',
      text: `UPDATE dashboard.link_batch SET state = 'STOPPED', problem = NULL, owner = NULL, lease_until = NULL
        WHERE connection_id = $1 AND id = $2 AND state IN ('QUEUED', 'RUNNING')`,
      values: [ctx.connectionId, id],
    })
    if (count === 1)
      await recordTeamAudit(tx, { ...ctx, action: 'imports.stop', objectId: id, now: ctx.now() })
  })
  return (await getLinkImport(ctx, id)).linkImport
}

/** Resumes a stopped import with its remaining rows. */
export async function resumeLinkImport(
  ctx: ConnectionContext,
  { id }: LinkImportIdInput,
): Promise<LinkImport> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.query({
      name: 'resume-link-import',
      text: `UPDATE dashboard.link_batch SET state = 'QUEUED', problem = NULL, tries = 0, lease_until = NULL
        WHERE connection_id = $1 AND id = $2 AND state = 'STOPPED'`,
      values: [ctx.connectionId, id],
    })
    if (count === 0) return
    await recordTeamAudit(tx, { ...ctx, action: 'imports.resume', objectId: id, now: ctx.now() })
    await wakeSync(tx)
  })
  return (await getLinkImport(ctx, id)).linkImport
}
