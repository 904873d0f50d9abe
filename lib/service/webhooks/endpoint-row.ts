import { ApiError } from '@/lib/contract/errors'
import type { EventKind } from '@/lib/contract/event-kinds'
import type { Aad } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'

export type EndpointStatus = 'ACTIVE' | 'PAUSED' | 'DELETED'

/** The visible fields of a webhook endpoint, without its secret. */
export interface EndpointRow {
  account_id: string
  id: string
  url: string
  status: EndpointStatus
  created_at: Date
  description: string | null
  /** null = every kind of event. */
  kinds: EventKind[] | null
  rotation: 'STAGED' | 'OVERLAP' | null
  rotation_ends_at: Date | null
  /** Instant from which the signing secret signs; null = since the endpoint's creation. */
  secret_since: Date | null
  failing_since: Date | null
  /** The pause whose missed events still need a decision. */
  missed_since: Date | null
}

export const endpointColumns =
  'account_id, id, url, status, created_at, description, kinds, rotation, rotation_ends_at, secret_since, failing_since, missed_since'

/** Context of the verbs on endpoints. */
export type EndpointContext = Pick<ServiceContext, 'accountId' | 'actor' | 'db' | 'now'>

/** Returns the AAD of an endpoint's signing secret (reliability: Secrets). */
export function secretAad(endpoint: { accountId: string; id: string }): Aad {
  return { table: 'webhook_endpoint', column: 'secret_sealed', row: endpoint.id, tenant: endpoint.accountId }
}

/** Returns one endpoint that is not deleted. Throws 404 `resource_not_found`. */
export async function getEndpoint({ db, accountId }: EndpointContext, id: string): Promise<EndpointRow> {
  const { rows } = await db.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM service.webhook_endpoint WHERE account_id = $1 AND id = $2 AND status <> 'DELETED'`,
    values: [accountId, id],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return rows[0]
}
