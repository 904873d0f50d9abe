import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import type { EndpointContext } from '@/lib/service/webhooks/endpoint-row'

type EndpointHealth = ShownEndpoint['health']

const HEALTH_ATTEMPTS = 200
const HEALTH_MS = 24 * 3_600_000
/** Age limit of the deliveries read: those skipped by a long pause are many, and have no attempt. */
const CREATED_WITHIN_MS = 7 * HEALTH_MS

const unknown: EndpointHealth = { attempts: 0, succeeded: 0, p95Ms: null, lastFailure: null }

interface HealthRow {
  endpoint_id: string
  attempts: number
  succeeded: number
  p95_ms: number | null
  failed_at: Date | null
  error_class: string | null
  answer_status: number | null
}

/**
 * Returns the health of endpoints by id, by one query: of the newest attempts without test events, at most
 * HEALTH_ATTEMPTS of each endpoint and at most a day old. Timeouts count in the response time at their whole length.
 */
export async function endpointHealth(
  { db, accountId, now }: Pick<EndpointContext, 'db' | 'accountId' | 'now'>,
  ids: readonly string[],
): Promise<(id: string) => EndpointHealth> {
  const { rows } = await db.query<HealthRow>({
    name: 'endpoint-health',
    text: `SELECT e.id AS endpoint_id, count(*) AS attempts,
        count(*) FILTER (WHERE a.error_class IS NULL) AS succeeded,
        percentile_disc(0.95) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.answer_status IS NOT NULL OR a.error_class = 'timeout') AS p95_ms,
        max(a.attempted_at) FILTER (WHERE a.error_class IS NOT NULL) AS failed_at,
        (array_agg(a.error_class ORDER BY a.attempted_at DESC) FILTER (WHERE a.error_class IS NOT NULL))[1] AS error_class,
        (array_agg(a.answer_status ORDER BY a.attempted_at DESC) FILTER (WHERE a.error_class IS NOT NULL))[1] AS answer_status
      FROM unnest($2::text[]) AS e (id)
      CROSS JOIN LATERAL (
        SELECT t.attempted_at, t.duration_ms, t.answer_status, t.error_class
        FROM (SELECT id FROM service.delivery
          WHERE account_id = $1 AND endpoint_id = e.id AND attempts > 0 AND NOT test AND created_at >= $5 ORDER BY created_at DESC LIMIT $4) d
        JOIN service.delivery_attempt t ON t.account_id = $1 AND t.delivery_id = d.id AND t.attempted_at >= $3
        ORDER BY t.attempted_at DESC LIMIT $4) a
      GROUP BY e.id`,
    values: [
      accountId,
      ids,
      new Date(now().getTime() - HEALTH_MS),
      HEALTH_ATTEMPTS,
      new Date(now().getTime() - CREATED_WITHIN_MS),
    ],
  })
  const known = new Map(rows.map((row) => [row.endpoint_id, healthOf(row)]))
  return (id) => known.get(id) ?? unknown
}

function healthOf(row: HealthRow): EndpointHealth {
  const { attempts, succeeded, p95_ms: p95Ms, failed_at: at, error_class: errorClass, answer_status } = row
  const lastFailure =
    at && errorClass !== null ? { at: at.toISOString(), errorClass, answerStatus: answer_status } : null
  return { attempts, succeeded, p95Ms, lastFailure }
}
