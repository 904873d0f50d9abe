import type { EndpointDetail, SentNotice, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { type EndpointRow, getEndpoint, listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { listDeliveries } from './deliveries'
import { countSkipped } from './missed-events'
import type { PanelContext } from './panel'

/** Number of deliveries on an endpoint's page; a separate list has all of them. */
const LATEST_DELIVERIES = 8

/** Returns the account's endpoints, newest first. `ownUrl`: the address of the dashboard's own receiver. */
export async function listPanelEndpoints(panel: PanelContext, ownUrl: string): Promise<ShownEndpoint[]> {
  return shown(panel, await listEndpoints(panel), ownUrl)
}

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
  const missedOf = ({ id, missed_since: since }: EndpointRow) =>
    since ? countSkipped(db, accountId, id, since) : 0
  const missed = await Promise.all(rows.map(missedOf))
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
      missed: missed[index] ?? 0,
    }
  })
}
