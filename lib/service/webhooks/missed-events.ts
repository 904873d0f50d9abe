import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, getEndpoint } from './endpoint-row'
import { sendSkipped } from './send-skipped'

/**
 * Decides on the events that an active endpoint missed while it was paused: queues them, or leaves them skipped.
 * Returns the number of queued ones. The decision is recorded last, so that after a crash in between it is still open
 * for the rest. Throws 404 `resource_not_found`.
 */
export async function answerMissed(
  ctx: EndpointContext,
  { id, send }: { id: string; send: boolean },
): Promise<number> {
  const { accountId, actor, db } = ctx
  const now = ctx.now()
  const { status, missed_since: since } = await getEndpoint(ctx, id)
  if (status !== 'ACTIVE' || !since) return 0
  const queued = send ? await sendSkipped(db, accountId, id, since, now) : 0
  await db.transaction(async (tx) => {
    const { count } = await tx.query({
      text: `UPDATE service.webhook_endpoint SET missed_since = NULL
        WHERE account_id = $1 AND id = $2 AND status = 'ACTIVE' AND missed_since = $3`,
      values: [accountId, id, since],
    })
    if (count === 0) return
    const action = send ? 'webhook_endpoint.missed_sent' : 'webhook_endpoint.missed_left'
    await recordAudit(tx, { accountId, actor, action, objectId: id, details: { queued }, now })
  })
  return queued
}
