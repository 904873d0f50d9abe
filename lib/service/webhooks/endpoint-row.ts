import { ApiError } from '@/lib/contract/errors'
import type { ChosenEventKind } from '@/lib/contract/event-kinds'
import type { Handle } from '@/lib/platform/database'
import type { Aad } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'

export type EndpointStatus = 'ACTIVE' | 'PAUSED' | 'DELETED'

export interface EndpointRow {
  account_id: string
  id: string
  url: string
  status: EndpointStatus
  created_at: Date
  description: string | null
  /** null = every kind of the contract. */
  kinds: ChosenEventKind[] | null
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

/** Returns an account's endpoints, newest first, without deleted ones. */
export async function listEndpoints({ db, accountId }: Pick<EndpointContext, 'db' | 'accountId'>) {
  const { rows } = await db.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM service.webhook_endpoint
      WHERE account_id = $1 AND status <> 'DELETED' ORDER BY created_at DESC, id DESC`,
    values: [accountId],
  })
  return rows
}

/** Returns the account of an endpoint that is not deleted, or null. `db` is a handle of `checkout_system`. */
export async function findEndpointAccount(db: Handle, endpointId: string): Promise<string | null> {
  const { rows } = await db.query<{ account_id: string }>({
    text: `SELECT account_id FROM service.webhook_endpoint WHERE id = $1 AND status <> 'DELETED'`,
    values: [endpointId],
  })
  return rows[0]?.account_id ?? null
}

/** An endpoint's sealed secrets, and the current rotation. */
export interface StoredSecrets {
  secret_sealed: string
  next_secret_sealed: string | null
  rotation: string | null
  rotation_ends_at: Date | null
}

/** Returns the sealed secrets that sign at `now`, the current one first (decisions: secret rotation). */
export function signingSecrets(stored: StoredSecrets, now: Date): string[] {
  const { secret_sealed, next_secret_sealed, rotation, rotation_ends_at } = stored
  if (next_secret_sealed === null || rotation_ends_at === null) return [secret_sealed]
  if (now >= rotation_ends_at) return [next_secret_sealed]
  return rotation === 'OVERLAP' ? [secret_sealed, next_secret_sealed] : [secret_sealed]
}
