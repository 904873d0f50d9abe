import { encodeCursor, parseCursor } from '@/lib/contract/cursor'
import { type DeliveryStatus, deliveryStatuses } from '@/lib/contract/deliveries'
import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'
import { toList } from '@/lib/contract/list'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type DeliverySet, deliveryConditions } from '@/lib/service/webhooks/delivery-conditions'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { requestManualAttempt } from '@/lib/service/webhooks/request-manual-attempt'
import type { PanelContext } from './panel'

const DELIVERIES_PAGE_SIZE = 20
/** Limit of the counted rows of a tab: more costs time without information. */
const COUNT_MAX = 1_000
/** Number of newest attempts shown of a delivery; each stores up to 2 KiB of a response. */
const ATTEMPTS_MAX = 50

type DeliveriesContext = Pick<PanelContext, 'db' | 'accountId'>

interface DeliveryRow {
  id: string
  event_id: string
  kind: string
  object_id: string
  endpoint_id: string
  url: string
  status: DeliveryStatus
  test: boolean
  attempts: number
  automatic_attempts: number
  next_attempt_at: Date
  manual_due_at: Date | null
  last_answer_status: number | null
  last_error_class: string | null
  created_at: Date
}

const columns = `d.id, d.event_id, d.kind, d.object_id, d.endpoint_id, e.url, d.status, d.test, d.attempts,
  d.automatic_attempts, d.next_attempt_at, d.manual_due_at, d.last_answer_status, d.last_error_class, d.created_at`
const tables = `service.delivery d
  JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id`

/** Returns a page of a set of deliveries, newest first, with the account's endpoints. Throws 400 for a bad cursor. */
export async function listDeliveries(
  ctx: DeliveriesContext,
  set: DeliverySet,
  { cursor: text, limit = DELIVERIES_PAGE_SIZE }: { cursor?: string | undefined; limit?: number } = {},
) {
  const cursor = parseCursor('delivery', text)
  const { shape, wheres, values, bind } = deliveryConditions(ctx.accountId, set)
  const listed = [...wheres]
  if (cursor) listed.push(`(d.created_at, d.id) < (${bind(cursor.createdAt)}, ${bind(cursor.id)})`)
  const [page, newer, endpoints] = await Promise.all([
    ctx.db.query<DeliveryRow>({
      name: `panel-deliveries${shape}${cursor ? '+cursor' : ''}`,
      text: `SELECT ${columns} FROM ${tables} WHERE ${listed.join(' AND ')}
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit + 1}`,
      values,
    }),
    cursor ? newerCursor(ctx, set, cursor, limit) : null,
    listEndpoints(ctx),
  ])
  const keyed = page.rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  const { data, has_more, next_cursor } = toList('delivery', keyed, limit, ({ row }) => shownDelivery(row))
  return {
    data,
    has_more,
    next_cursor,
    newer_cursor: newer,
    endpoints: endpoints.map(({ id, url }) => ({ id, url })),
  }
}

/** Returns the cursor of the previous page; null if that is the newest. */
async function newerCursor(
  { db, accountId }: DeliveriesContext,
  set: DeliverySet,
  cursor: { createdAt: Date; id: string },
  limit: number,
): Promise<string | null> {
  const { shape, wheres, values, bind } = deliveryConditions(accountId, set)
  wheres.push(`(d.created_at, d.id) >= (${bind(cursor.createdAt)}, ${bind(cursor.id)})`)
  const { rows } = await db.query<{ id: string; created_at: Date }>({
    name: `panel-deliveries-newer${shape}`,
    text: `SELECT d.id, d.created_at FROM service.delivery d WHERE ${wheres.join(' AND ')}
      ORDER BY d.created_at, d.id OFFSET ${limit} LIMIT 1`,
    values,
  })
  return rows[0]
    ? encodeCursor({ resource: 'delivery', createdAt: rows[0].created_at, id: rows[0].id })
    : null
}

/** Returns the number of deliveries of a set, by status and in all, each counted up to `max`. */
export async function countDeliveries({ db, accountId }: DeliveriesContext, set: DeliverySet) {
  const { shape, wheres, values, bind } = deliveryConditions(accountId, { ...set, status: undefined })
  const statuses = bind(deliveryStatuses)
  const { rows } = await db.query<{ status: DeliveryStatus; count: number }>({
    name: `panel-deliveries-count${shape}`,
    text: `SELECT s.status, c.count FROM unnest(${statuses}::text[]) AS s (status)
      CROSS JOIN LATERAL (SELECT count(*) FROM (
        SELECT 1 FROM service.delivery d WHERE ${wheres.join(' AND ')} AND d.status = s.status
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${COUNT_MAX + 1}) AS one) AS c`,
    values,
  })
  const counts: Record<string, number> = { ALL: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.ALL = (counts.ALL ?? 0) + count
  }
  return { counts, max: COUNT_MAX }
}

/** Returns a delivery with its event, its endpoint and its newest attempts; null if the account has none of this id. */
export async function getDelivery({ db, accountId }: DeliveriesContext, id: string) {
  const [found, tried] = await Promise.all([
    db.query<DeliveryRow & { body: string; endpoint_status: string; retry_run_id: string | null }>({
      name: 'panel-delivery',
      text: `SELECT ${columns}, v.body, e.status AS endpoint_status, d.retry_run_id FROM ${tables}
        JOIN service.event v ON v.account_id = d.account_id AND v.id = d.event_id
        WHERE d.account_id = $1 AND d.id = $2`,
      values: [accountId, id],
    }),
    db.query<AttemptRow>({
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
  return {
    delivery: {
      ...shownDelivery(delivery),
      endpoint_status,
      retry_run_id,
      attempts_max: WEBHOOK_RETRY_WAITS_S.length + 1,
    },
    body,
    attempts: tried.rows.map(({ attempted_at, ...attempt }) => ({
      ...attempt,
      attempted_at: attempted_at.toISOString(),
    })),
  }
}

interface AttemptRow {
  number: number
  attempted_at: Date
  duration_ms: number
  answer_status: number | null
  error_class: string | null
  answer_head: string | null
  manual: boolean
  signature: string | null
  answer_headers: Record<string, string | string[]> | null
}

function shownDelivery({ next_attempt_at, manual_due_at, created_at, ...row }: DeliveryRow) {
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
