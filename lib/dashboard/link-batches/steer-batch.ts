import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { wakeSync } from '@/lib/dashboard/sync/wake-sync'
import { getBatch } from './get-batch'

export const steerBatchInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type SteerBatchInput = z.output<typeof steerBatchInput>

/** Stops a batch before its next row; what is made stays made. One that is over stays over. */
export async function stopBatch(ctx: ConnectionContext, { id }: SteerBatchInput): Promise<LinkImport> {
  await ctx.db.query({
    name: 'stop-batch',
    text: `UPDATE dashboard.link_batch SET state = 'STOPPED', problem = NULL, owner = NULL, lease_until = NULL
      WHERE connection_id = $1 AND id = $2 AND state IN ('QUEUED', 'RUNNING')`,
    values: [ctx.connectionId, id],
  })
  return (await getBatch(ctx, id)).batch
}

/** Lets a stopped batch go on with the rows that are not made yet. */
export async function resumeBatch(ctx: ConnectionContext, { id }: SteerBatchInput): Promise<LinkImport> {
  await ctx.db.transaction(async (tx) => {
    await tx.query({
      name: 'resume-batch',
      text: `UPDATE dashboard.link_batch SET state = 'QUEUED', problem = NULL, tries = 0, lease_until = NULL
        WHERE connection_id = $1 AND id = $2 AND state = 'STOPPED'`,
      values: [ctx.connectionId, id],
    })
    await wakeSync(tx)
  })
  return (await getBatch(ctx, id)).batch
}
