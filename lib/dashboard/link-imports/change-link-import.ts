import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { isStorable } from '@/lib/domain/text'
import { getLinkImport } from './get-link-import'

export const changeLinkImportInput = z.object({
  id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable),
  /** STOPPED stops an import before its next row, QUEUED resumes a stopped one. */
  state: z.enum(['STOPPED', 'QUEUED']),
})
export type ChangeLinkImportInput = z.output<typeof changeLinkImportInput>

const changes = {
  STOPPED: { from: ['QUEUED', 'RUNNING'], action: 'imports.stop' },
  QUEUED: { from: ['STOPPED'], action: 'imports.resume' },
} as const

/** Stops or resumes an import. Created links stay; a finished import does not change. */
export async function changeLinkImport(
  ctx: ConnectionContext,
  { id, state }: ChangeLinkImportInput,
): Promise<LinkImport> {
  const { from, action } = changes[state]
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.query({
      name: 'change-link-import',
      text: `UPDATE dashboard.link_batch SET state = $3, problem = NULL, tries = 0, owner = NULL, lease_until = NULL
        WHERE connection_id = $1 AND id = $2 AND state = ANY($4)`,
      values: [ctx.connectionId, id, state, from],
    })
    if (count === 0) return
    await recordTeamAudit(tx, { ...ctx, action, objectId: id, now: ctx.now() })
    if (state === 'QUEUED') await wakeSync(tx)
  })
  return (await getLinkImport(ctx, id)).linkImport
}
