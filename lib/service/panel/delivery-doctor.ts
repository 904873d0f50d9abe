import { type FailureGroup, failureCause } from '@/lib/contract/panel/deliveries'
import type { PanelContext } from './panel'

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
): Promise<{ groups: FailureGroup[]; isBounded: boolean }> {
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
  for (const row of rows) {
    const cause = failureCause(row.last_error_class, row.last_answer_status)
    const key = `${row.endpoint_id} ${cause}`
    const since = row.since.toISOString()
    const known = groups.get(key)
    if (known) {
      known.count += row.count
      if (since < known.since) known.since = since
      continue
    }
    const { answered_at: at, failed_at, last_answer_status: example_answer } = row
    const { endpoint_id, url, endpoint_status, count, example } = row
    const answered_at = at && at > failed_at ? at.toISOString() : null
    const endpoint = { endpoint_id, url, endpoint_status, answered_at }
    groups.set(key, { ...endpoint, cause, count, since, example, example_answer })
  }
  const isFixed = ({ answered_at }: FailureGroup) => Number(answered_at !== null)
  return {
    groups: [...groups.values()].sort(
      (one, other) => isFixed(other) - isFixed(one) || other.count - one.count,
    ),
    isBounded: rows.reduce((total, { count }) => total + count, 0) >= FAILURES_MAX,
  }
}
