import { type EventKind, eventDataKeys } from '@/lib/contract/event-kinds'
import { sampleObject } from '@/lib/contract/event-samples'
import { newId } from '@/lib/contract/ids'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, getEndpoint } from '@/lib/service/webhooks/endpoint-row'
import { DELIVERIES_CHANNEL } from '@/lib/service/webhooks/record-event'

/**
 * Sends the sample of a kind of event, only to this endpoint, whatever kinds it receives; its body carries `test: true`
 * (decisions: test event). Returns the delivery's id; null = the endpoint is paused. Throws 404 `resource_not_found`.
 */
export async function sendTestEvent(
  ctx: EndpointContext,
  { id: endpointId, kind }: { id: string; kind: EventKind },
): Promise<string | null> {
  const { accountId, actor, db } = ctx
  const now = ctx.now()
  const eventId = newId('evt', now)
  const object = sampleObject(kind)
  const data = { [eventDataKeys[kind]]: object }
  const body = JSON.stringify({ event: kind, created_at: now.toISOString(), test: true, data })
  const queued = await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: `WITH target AS MATERIALIZED (
          SELECT account_id, id FROM service.webhook_endpoint
          WHERE account_id = $1 AND id = $2 AND status = 'ACTIVE' FOR NO KEY UPDATE
        ), written AS (
          INSERT INTO service.event (account_id, id, kind, object_id, body, created_at, test)
          SELECT account_id, $3, $4, $5, $6, $7, true FROM target RETURNING account_id, id
        ), queued AS (
          INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, test, next_attempt_at, created_at)
          SELECT w.account_id, $8, w.id, t.id, $4, $5, true, $7, $7 FROM written w CROSS JOIN target t RETURNING id
        )
        SELECT id, pg_notify($9, '') FROM queued`,
      values: [
        accountId,
        endpointId,
        eventId,
        kind,
        object.id,
        body,
        now,
        newId('whd', now),
        DELIVERIES_CHANNEL,
      ],
    })
    if (!rows[0]) return null
    const trace = { accountId, actor, action: 'webhook_endpoint.test_sent', objectId: endpointId }
    await recordAudit(tx, { ...trace, details: { event: kind, delivery: rows[0].id }, now })
    return rows[0].id
  })
  if (!queued) await getEndpoint(ctx, endpointId)
  return queued
}
