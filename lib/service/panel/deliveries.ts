import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'
import {
  type DeliveryAttempt,
  type DeliveryDetail,
  deliveryStatuses,
  type FailureGroup,
  failureCause,
  type ListedDelivery,
} from '@/lib/contract/panel/deliveries'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { COUNTED_TO, countRows, listPage } from '@/lib/service/lists/keyset-query'
import {
  type DeliverySet,
  deliveryFilters,
  deliveryTables,
  retryFilters,
} from '@/lib/service/webhooks/delivery-conditions'
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
  tables: deliveryTables,
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

/** Returns the number of deliveries of a set by status, in all, and to retry in bulk, each counted up to `max`. */
export async function countDeliveries({ db, accountId }: DeliveriesContext, set: DeliverySet) {
  const counted = { ...list, tables: 'service.delivery d' }
  const retried = retryFilters(accountId, set)
  const isActive = `d.endpoint_id IN (SELECT id FROM service.webhook_endpoint
    WHERE account_id = d.account_id AND status = 'ACTIVE')`
  const is = retried.is ? `${retried.is} AND ${isActive}` : isActive
  const [RETRY, ...each] = await Promise.all([
    countRows(db, { ...counted, name: 'panel-retries' }, { ...retried, is }),
    ...deliveryStatuses.map((status) =>
      countRows(db, counted, deliveryFilters(accountId, { ...set, status })),
    ),
  ])
  const byStatus = Object.fromEntries(deliveryStatuses.map((status, at) => [status, each[at] ?? 0]))
  return { counts: { ALL: each.reduce((sum, count) => sum + count, 0), RETRY, ...byStatus }, max: COUNTED_TO }
}

/** Returns a delivery with its event, its endpoint and its newest attempts; null if the account has none of this id. */
export async function getDelivery(
  { db, accountId }: DeliveriesContext,
  id: string,
): Promise<Omit<DeliveryDetail, 'masked'> | null> {
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

/** Number of newest failures read, for each of the two states. */
const FAILURES_MAX = 10_000
/** Number of newest deliveries of an endpoint that are searched for a success. */
const SUCCESSES_MAX = 200

type FailureRow = Pick<FailureGroup, 'endpoint_id' | 'url' | 'endpoint_status' | 'count' | 'example'> & {
  last_error_class: string
  last_answer_status: number | null
  since: Date
  answered_at: Date | null
  failed_at: Date
}

/**
 * Returns the deliveries since `after` that failed, finally or so far, grouped by cause and endpoint: first those of
 * endpoints that respond again, then by size. The number of failures read is limited: beyond it the counts are
 * minimums.
 */
export async function diagnoseDeliveries(
  { db, accountId }: Pick<PanelContext, 'db' | 'accountId'>,
  after: string,
): Promise<FailureGroup[]> {
  const newestOf = (status: string) => `
    (SELECT id, endpoint_id, last_error_class, last_answer_status, last_attempt_at, created_at
      FROM service.delivery
      WHERE account_id = $1 AND status = '${status}' AND last_error_class IS NOT NULL AND created_at >= $2
        AND endpoint_id = ANY (ARRAY(SELECT id FROM service.webhook_endpoint WHERE account_id = $1 AND status <> 'DELETED'))
      ORDER BY created_at DESC, id DESC LIMIT ${FAILURES_MAX})`
  const { rows } = await db.query<FailureRow>({
    name: 'panel-failures',
    text: `WITH failure AS MATERIALIZED (${newestOf('FAILED')} UNION ALL ${newestOf('PENDING')}
      ), endpoint AS (
        SELECT e.id, e.url, e.status, max(f.last_attempt_at) AS failed_at,
          (SELECT max(n.last_attempt_at) FROM (
            SELECT d.last_attempt_at, d.status FROM service.delivery d
            WHERE d.account_id = $1 AND d.endpoint_id = e.id ORDER BY d.created_at DESC LIMIT ${SUCCESSES_MAX}) n
            WHERE n.status = 'SUCCEEDED') AS answered_at
        FROM failure f JOIN service.webhook_endpoint e ON e.account_id = $1 AND e.id = f.endpoint_id
        GROUP BY e.id, e.url, e.status
      )
      SELECT e.id AS endpoint_id, e.url, e.status AS endpoint_status, e.answered_at, e.failed_at,
        f.last_error_class, f.last_answer_status, count(*) AS count, min(f.created_at) AS since,
        (array_agg(f.id ORDER BY f.last_attempt_at DESC, f.id DESC))[1] AS example
      FROM failure f JOIN endpoint e ON e.id = f.endpoint_id
      GROUP BY e.id, e.url, e.status, e.answered_at, e.failed_at, f.last_error_class, f.last_answer_status
      ORDER BY max(f.last_attempt_at) DESC`,
    values: [accountId, after],
  })
  // Several responses have the same cause. The first row of a group has its latest failure.
  const groups = new Map<string, FailureGroup>()
  for (const { last_error_class, last_answer_status, failed_at, answered_at: at, since, ...row } of rows) {
    const cause = failureCause(last_error_class, last_answer_status)
    const key = `${row.endpoint_id} ${cause}`
    const answered_at = at && at > failed_at ? at.toISOString() : null
    const group = {
      ...row,
      cause,
      since: since.toISOString(),
      example_answer: last_answer_status,
      answered_at,
    }
    const known = groups.get(key)
    if (!known) groups.set(key, group)
    else {
      known.count += group.count
      if (group.since < known.since) known.since = group.since
    }
  }
  const isFixed = ({ answered_at }: FailureGroup) => Number(answered_at !== null)
  return [...groups.values()].sort((one, other) => isFixed(other) - isFixed(one) || other.count - one.count)
}
