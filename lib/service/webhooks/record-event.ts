import type { Dispute } from '@/lib/contract/dispute'
import {
  type EventKind,
  type ExtensionEventKind,
  eventDataKeys,
  isEventKind,
} from '@/lib/contract/event-kinds'
import { newId } from '@/lib/contract/ids'
import type { Refund } from '@/lib/contract/refund'
import type { Queryable } from '@/lib/platform/database'

/** Channel on which a commit wakes the worker's delivery loop. */
export const DELIVERIES_CHANNEL = 'service_deliveries'

export type EventToRecord = {
  accountId: string
  object: { id: string }
  now: Date
} & (
  | { kind: EventKind }
  | { kind: ExtensionEventKind; refund: Refund }
  | { kind: ExtensionEventKind; dispute: Dispute }
)

/**
 * Writes an event with its final bytes, and one delivery for each endpoint that receives its kind, inside the
 * transaction of the change (contract: Events). Paused endpoints get a SKIPPED one, which the pause counts.
 */
export async function recordEvent(tx: Queryable, event: EventToRecord): Promise<void> {
  const { accountId, kind, object, now, ...beside } = event
  const id = newId('evt', now)
  const body = JSON.stringify({
    event: kind,
    created_at: now.toISOString(),
    data: { [isEventKind(kind) ? eventDataKeys[kind] : 'payment']: object, ...beside },
  })
  const { count } = await tx.query({
    name: 'record-event',
    text: `WITH written AS (
        INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING account_id, id
      ), queued AS (
        INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, next_attempt_at, created_at, finished_at)
        SELECT w.account_id, 'whd_' || $7 || substr(replace(gen_random_uuid()::text, '-', ''), 14), w.id, e.id, $3, $4,
               CASE e.status WHEN 'ACTIVE' THEN 'PENDING' ELSE 'SKIPPED' END, $6, $6,
               CASE e.status WHEN 'ACTIVE' THEN NULL ELSE greatest($6::timestamptz, e.missed_since) END
        FROM written w JOIN service.webhook_endpoint e ON e.account_id = w.account_id
        WHERE e.status IN ('ACTIVE', 'PAUSED') AND (e.kinds IS NULL AND $8 OR $3 = ANY (e.kinds)) RETURNING 1
      )
      SELECT 1 FROM queued LIMIT 1`,
    // A delivery's id starts like its event's (instant and version), so that it sorts by time too.
    values: [
      accountId,
      id,
      kind,
      object.id,
      body,
      now,
      id.slice('evt_'.length, 'evt_'.length + 13),
      isEventKind(kind),
    ],
  })
  if (count > 0) tx.wake?.(DELIVERIES_CHANNEL)
}
