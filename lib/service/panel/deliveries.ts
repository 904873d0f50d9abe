import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'
import {
  type DeliveryAttempt,
  type DeliveryDetail,
  deliveryStatuses,
  type ListedDelivery,
} from '@/lib/contract/panel/deliveries'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { COUNTED_TO, countRows, listPage } from '@/lib/service/lists/keyset-query'
import { type DeliverySet, deliveryFilters } from '@/lib/service/webhooks/delivery-conditions'
import { requestManualAttempt } from '@/lib/service/webhooks/run-retries'
import type { PanelContext } from './panel'

/** Number of newest attempts shown of a delivery; each stores up to 2 KiB of a response. */
const ATTEMPTS_MAX = 50

type DeliveriesContext = Pick<PanelContext, 'db' | 'accountId'>

type DeliveryRow = Omit<ListedDelivery, 'next_attempt_at' | 'manual_due_at' | 'created_at'> & {
  next_attempt_at: Date
  manual_due_at: Date | null
  created_at: Date
}

const list = {
  name: 'panel-deliveries',
  resource: 'delivery',
  alias: 'd',
  columns: `d.id, d.event_id, d.kind, d.object_id, d.endpoint_id, e.url, d.status, d.test, d.attempts,
    d.automatic_attempts, d.next_attempt_at, d.manual_due_at, d.last_answer_status, d.last_error_class, d.created_at`,
  tables: `service.delivery d
    JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id`,
} as const

/** Returns a page of a set of deliveries, newest first. Throws 400 for a bad cursor. */
export async function listDeliveries(
  { db, accountId }: DeliveriesContext,
  set: DeliverySet,
  at: { cursor?: string | undefined; limit?: number } = {},
) {
  const { rows, ...page } = await listPage<DeliveryRow>(db, list, deliveryFilters(accountId, set), at)
  return { data: rows.map(shownDelivery), ...page }
}

/** Returns the number of deliveries of a set, by status and in all, each counted up to `max`. */
export async function countDeliveries({ db, accountId }: DeliveriesContext, set: DeliverySet) {
  const counted = { ...list, tables: 'service.delivery d' }
  const counts: Record<string, number> = { ALL: 0 }
  await Promise.all(
    deliveryStatuses.map(async (status) => {
      const count = await countRows(db, counted, deliveryFilters(accountId, { ...set, status }))
      counts[status] = count
      counts.ALL = (counts.ALL ?? 0) + count
    }),
  )
  return { counts, max: COUNTED_TO }
}

type FoundDelivery = Omit<DeliveryDetail, 'masked'>

/** Returns a delivery with its event, its endpoint and its newest attempts; null if the account has none of this id. */
export async function getDelivery(
  { db, accountId }: DeliveriesContext,
  id: string,
): Promise<FoundDelivery | null> {
  const [found, tried] = await Promise.all([
    db.query<DeliveryRow & { body: string; endpoint_status: string; retry_run_id: string | null }>({
      name: 'panel-delivery',
      text: `SELECT ${list.columns}, v.body, e.status AS endpoint_status, d.retry_run_id FROM ${list.tables}
        JOIN service.event v ON v.account_id = d.account_id AND v.id = d.event_id
        WHERE d.account_id = $1 AND d.id = $2`,
      values: [accountId, id],
    }),
    db.query<Omit<DeliveryAttempt, 'attempted_at'> & { attempted_at: Date }>({
      name: 'panel-delivery-attempts',
      text: `SELECT number, attempted_at, duration_ms, answer_status, error_class, answer_head, manual, signature, answer_headers
        FROM service.delivery_attempt WHERE account_id = $1 AND delivery_id = $2
        ORDER BY number DESC LIMIT ${ATTEMPTS_MAX}`,
      values: [accountId, id],
    }),
  ])
  const [row] = found.rows
  if (!row) return null
  const { body, endpoint_status, retry_run_id, ...delivery } = row
  const attempts_max = WEBHOOK_RETRY_WAITS_S.length + 1
  return {
    delivery: { ...shownDelivery(delivery), endpoint_status, retry_run_id, attempts_max },
    body,
    attempts: tried.rows.map((attempt) => ({ ...attempt, attempted_at: attempt.attempted_at.toISOString() })),
  }
}

function shownDelivery({ next_attempt_at, manual_due_at, created_at, ...row }: DeliveryRow): ListedDelivery {
  return {
    ...row,
    created_at: created_at.toISOString(),
    next_attempt_at: row.status === 'PENDING' ? next_attempt_at.toISOString() : null,
    manual_due_at: manual_due_at?.toISOString() ?? null,
  }
}

/**
 * Sends a delivery once more, audited under the member; its schedule stays unchanged. Returns false if its endpoint is
 * not active.
 */
export async function retryDelivery(
  { db, accountId, actor, now }: PanelContext,
  id: string,
): Promise<boolean> {
  const instant = now()
  return db.transaction(async (tx) => {
    const [asked] = await requestManualAttempt(tx, accountId, [id], instant)
    if (!asked) return false
    await recordAudit(tx, { accountId, actor, action: 'delivery.retried', objectId: id, now: instant })
    return true
  })
}
