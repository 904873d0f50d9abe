import { type FailureCause, failureCause } from '@/lib/contract/deliveries'
import type { PanelContext } from './panel'

/** Number of newest failures read, for each of the two states. */
const FAILURES_MAX = 10_000
/** Number of newest deliveries of an endpoint that are searched for a later success. */
const SUCCESSES_MAX = 200

interface FailureRow {
  endpoint_id: string
  url: string
  endpoint_status: string
  last_error_class: string
  last_answer_status: number | null
  count: number
  since: Date
  newest: Date
  example: string
}

/** Failures of one endpoint with one cause. */
interface FailureGroup {
  cause: FailureCause
  endpoint_id: string
  url: string
  endpoint_status: string
  count: number
  /** Creation of the oldest delivery with this failure, ISO 8601. */
  since: string
  /** Id of the latest failed delivery. */
  example: string
  example_answer: number | null
  /** First success after the endpoint's last failure, ISO 8601; null = it still fails. */
  answers_since: string | null
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
  const newestOf = (
    status: string,
  ) => `(SELECT id, endpoint_id, last_error_class, last_answer_status, last_attempt_at, created_at
    FROM service.delivery WHERE account_id = $1 AND status = '${status}' AND last_error_class IS NOT NULL AND created_at >= $2
      AND endpoint_id = ANY (ARRAY(SELECT id FROM service.webhook_endpoint WHERE account_id = $1 AND status <> 'DELETED'))
    ORDER BY created_at DESC, id DESC LIMIT ${FAILURES_MAX})`
  const { rows } = await db.query<FailureRow>({
    name: 'panel-failures',
    text: `SELECT f.endpoint_id, e.url, e.status AS endpoint_status, f.last_error_class, f.last_answer_status, count(*) AS count,
        min(f.created_at) AS since, max(f.last_attempt_at) AS newest,
        (array_agg(f.id ORDER BY f.last_attempt_at DESC, f.id DESC))[1] AS example
      FROM (${newestOf('FAILED')} UNION ALL ${newestOf('PENDING')}) f
      JOIN service.webhook_endpoint e ON e.account_id = $1 AND e.id = f.endpoint_id
      GROUP BY f.endpoint_id, e.url, e.status, f.last_error_class, f.last_answer_status`,
    values: [accountId, after],
  })
  const answers = await answersSince({ db, accountId }, after, newestFailures(rows))
  const groups = new Map<string, FailureGroup & { newest: Date }>()
  for (const row of rows) {
    const cause = failureCause(row.last_error_class, row.last_answer_status)
    const key = `${row.endpoint_id} ${cause}`
    const known = groups.get(key)
    const isNewer = !known || row.newest > known.newest
    groups.set(key, {
      cause,
      endpoint_id: row.endpoint_id,
      url: row.url,
      endpoint_status: row.endpoint_status,
      count: row.count + (known?.count ?? 0),
      since: known && known.since < row.since.toISOString() ? known.since : row.since.toISOString(),
      newest: isNewer ? row.newest : known.newest,
      example: isNewer ? row.example : known.example,
      example_answer: isNewer ? row.last_answer_status : known.example_answer,
      answers_since: answers.get(row.endpoint_id) ?? null,
    })
  }
  const seen = rows.reduce((total, { count }) => total + count, 0)
  return {
    groups: [...groups.values()]
      .sort(
        (one, other) =>
          Number(other.answers_since !== null) - Number(one.answers_since !== null) ||
          other.count - one.count ||
          one.url.localeCompare(other.url),
      )
      .map(({ newest: _, ...group }) => group),
    isBounded: seen >= FAILURES_MAX,
  }
}

function newestFailures(rows: readonly FailureRow[]): Map<string, Date> {
  const newest = new Map<string, Date>()
  for (const { endpoint_id, newest: at } of rows) {
    const known = newest.get(endpoint_id)
    if (!known || known < at) newest.set(endpoint_id, at)
  }
  return newest
}

/**
 * Returns by endpoint the first success after its last failure: of a later event, or of an earlier one that was sent
 * again.
 */
async function answersSince(
  { db, accountId }: Pick<PanelContext, 'db' | 'accountId'>,
  after: string,
  failures: ReadonlyMap<string, Date>,
): Promise<Map<string, string>> {
  if (failures.size === 0) return new Map()
  const { rows } = await db.query<{ endpoint_id: string; at: Date }>({
    name: 'panel-answers-since',
    text: `SELECT f.endpoint_id, min(s.last_attempt_at) AS at
      FROM unnest($2::text[], $3::timestamptz[]) AS f (endpoint_id, failed_at)
      CROSS JOIN LATERAL (
        (SELECT d.last_attempt_at FROM service.delivery d
          WHERE d.account_id = $1 AND d.endpoint_id = f.endpoint_id AND d.created_at >= f.failed_at AND d.status = 'SUCCEEDED'
            AND d.last_attempt_at > f.failed_at
          ORDER BY d.created_at LIMIT 1)
        UNION ALL
        (SELECT n.last_attempt_at FROM (
          SELECT d.last_attempt_at, d.status FROM service.delivery d
          WHERE d.account_id = $1 AND d.endpoint_id = f.endpoint_id AND d.created_at >= $4 AND d.created_at < f.failed_at
          ORDER BY d.created_at DESC LIMIT ${SUCCESSES_MAX}) n
          WHERE n.status = 'SUCCEEDED' AND n.last_attempt_at > f.failed_at
          ORDER BY n.last_attempt_at LIMIT 1)) s
      GROUP BY f.endpoint_id`,
    values: [accountId, [...failures.keys()], [...failures.values()], after],
  })
  return new Map(rows.map(({ endpoint_id, at }) => [endpoint_id, at.toISOString()]))
}
