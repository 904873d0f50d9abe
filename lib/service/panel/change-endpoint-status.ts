import { recordAudit } from '@/lib/service/audit/record-audit'
import { skipPendingDeliveries } from '@/lib/service/webhooks/claim-deliveries'
import {
  type EndpointContext,
  type EndpointRow,
  type EndpointStatus,
  endpointColumns,
  getEndpoint,
} from '@/lib/service/webhooks/endpoint-row'

/** Statuses from which an endpoint may move to a status; DELETED is final. */
const allowedFrom = {
  ACTIVE: ['PAUSED'],
  PAUSED: ['ACTIVE'],
  DELETED: ['ACTIVE', 'PAUSED'],
} as const satisfies Record<EndpointStatus, readonly EndpointStatus[]>

const actions = {
  ACTIVE: 'webhook_endpoint.resumed',
  PAUSED: 'webhook_endpoint.paused',
  DELETED: 'webhook_endpoint.deleted',
} as const satisfies Record<EndpointStatus, string>

/**
 * Limit of waiting deliveries that the change itself skips, well within a statement's time; claims, for which the
 * endpoint is then due, skip the rest.
 */
const SKIPPED_AT_ONCE = 5_000

/**
 * Moves an endpoint to `to` by one conditional UPDATE. When it stops being active, its waiting deliveries become
 * SKIPPED with it, the rest of a long backlog soon after, and its failure ends; a delivery in progress ends by its
 * response. A change to the current status has no effect. Throws 404 `resource_not_found`.
 */
export async function changeEndpointStatus(ctx: EndpointContext, id: string, to: EndpointStatus) {
  const { accountId, actor, db } = ctx
  const now = ctx.now()
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<EndpointRow>({
      text: `UPDATE service.webhook_endpoint
        SET status = $3, failing_since = NULL, notices = 0,
          next_due_at = CASE $3 WHEN 'ACTIVE' THEN next_due_at ELSE least(next_due_at, $5) END,
          missed_since = CASE $3 WHEN 'PAUSED' THEN coalesce(missed_since, $5) ELSE missed_since END
        WHERE account_id = $1 AND id = $2 AND status = ANY ($4) RETURNING ${endpointColumns}`,
      values: [accountId, id, to, allowedFrom[to], now],
    })
    if (!rows[0]) return null
    if (to !== 'ACTIVE') {
      // A locked row is left to the statement that holds it or to the next claim: deliveries are locked before
      // endpoints, so waiting for one here could deadlock.
      await skipPendingDeliveries(tx, [{ account_id: accountId, id }], now, SKIPPED_AT_ONCE)
    }
    await recordAudit(tx, { accountId, actor, action: actions[to], objectId: id, now })
    return rows[0]
  })
  return changed ?? getEndpoint(ctx, id)
}
