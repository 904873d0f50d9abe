import type { EndpointDetail, SentNotice, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import {
  type EndpointContext,
  type EndpointRow,
  getEndpoint,
  listEndpoints,
} from '@/lib/service/webhooks/endpoint-row'
import { listDeliveries } from './deliveries'
import { countSkipped } from './missed-events'
import type { PanelContext } from './panel'

/** Number of deliveries on an endpoint's page; a separate list has all of them. */
const LATEST_DELIVERIES = 8

/** Returns the account's endpoints, newest first. `ownUrl`: the address of the dashboard's own receiver. */
export async function listPanelEndpoints(panel: PanelContext, ownUrl: string): Promise<ShownEndpoint[]> {
  return shown(panel, await listEndpoints(panel), ownUrl)
}

/** Returns the ids and addresses of the account's endpoints. */
export async function listEndpointUrls(panel: PanelContext): Promise<{ id: string; url: string }[]> {
  return (await listEndpoints(panel)).map(({ id, url }) => ({ id, url }))
}

/** Returns one endpoint with its newest deliveries. Throws 404 `resource_not_found`. */
export async function readPanelEndpoint(
  panel: PanelContext,
  id: string,
  ownUrl: string,
): Promise<EndpointDetail> {
  const row = await getEndpoint(panel, id)
  const [endpoints, { data: deliveries }, notices] = await Promise.all([
    shown(panel, [row], ownUrl),
    listDeliveries(panel, { endpoint_id: id }, { limit: LATEST_DELIVERIES }),
    listSentNotices(panel, id),
  ])
  // One row in gives one row out.
  return { endpoint: endpoints[0] as ShownEndpoint, deliveries, notices }
}

/** Returns the newest mails about failures of an endpoint, newest first. */
async function listSentNotices({ db, accountId }: PanelContext, id: string): Promise<SentNotice[]> {
  const { rows } = await db.query<{ notices_sent: SentNotice[] }>({
    text: 'SELECT notices_sent FROM service.webhook_endpoint WHERE account_id = $1 AND id = $2',
    values: [accountId, id],
  })
  return (rows[0]?.notices_sent ?? []).map(({ to, at }) => ({ to, at }))
}

/** Returns the settings of an endpoint that members can change. Throws 404 `resource_not_found`. */
export async function readEndpointSettings(
  panel: PanelContext,
  id: string,
): Promise<Pick<ShownEndpoint, 'url' | 'description' | 'kinds'>> {
  const { url, description, kinds } = await getEndpoint(panel, id)
  return { url, description, kinds }
}

async function shown(
  panel: PanelContext,
  rows: readonly EndpointRow[],
  ownUrl: string,
): Promise<ShownEndpoint[]> {
  const { db, accountId } = panel
  const ids = rows.map(({ id }) => id)
  const missedOf = ({ id, missed_since: since }: EndpointRow) =>
    since ? countSkipped(db, accountId, id, since) : 0
  const [healthOf, missed] = await Promise.all([endpointHealth(panel, ids), Promise.all(rows.map(missedOf))])
  const now = panel.now()
  return rows.map((row, index) => {
    const { rotation, rotation_ends_at: endsAt, secret_since: since } = row
    const hasEnded = endsAt !== null && endsAt <= now
    return {
      id: row.id,
      url: row.url,
      description: row.description,
      status: row.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
      kinds: row.kinds,
      createdAt: row.created_at.toISOString(),
      own: row.url === ownUrl,
      failingSince: row.failing_since?.toISOString() ?? null,
      secretSince: ((hasEnded ? endsAt : since) ?? row.created_at).toISOString(),
      rotation: rotation && endsAt && !hasEnded ? { mode: rotation, endsAt: endsAt.toISOString() } : null,
      health: healthOf(row.id),
      missed: missed[index] ?? 0,
      missedSince: row.missed_since?.toISOString() ?? null,
    }
  })
}

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
async function endpointHealth(
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
