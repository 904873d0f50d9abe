import * as z from 'zod'
import { newId } from '@/lib/contract/ids'
import { type AuditScope, claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ListedConnection } from '@/lib/dashboard/schema/connection'
import { isStorable } from '@/lib/domain/text'
import { refusals } from '@/lib/messages/refusals'
import { type Connected, connect } from './connect'
import { addSigningSecret, retireSigningSecret } from './signing-secrets'

export const connectAccountInput = z.strictObject({
  base_url: z.string().max(2_000).refine(isStorable),
  api_key: z.string().max(1_000).refine(isStorable),
})

export const signingSecretInput = z.strictObject({ secret: z.string().trim().max(1_000) })
export const retireSecretInput = z.strictObject({ secret_id: z.string().max(200) })

type Acting = Pick<ConnectionContext, 'connectionId' | 'teamId' | 'userId' | 'address' | 'db' | 'now'>

const RECORDED_ADDRESS_MAX = 200

/**
 * Returns a typed URL as the activity may show it: without its query, and without anything that may be an incomplete or
 * misspelled user name and password.
 */
function recordedAddress(typed: string): string {
  const address = typed.replace(/^([^/?#]*\/\/)?.*@/s, '$1').replace(/[?#].*$/s, '')
  return address.slice(0, RECORDED_ADDRESS_MAX)
}

/** Returns the URL of a receiver as the activity may show it: the path may be its secret. */
export function recordedReceiver(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed ? `${parsed.origin}${parsed.pathname === '/' ? '' : '/…'}` : recordedAddress(url)
}

/**
 * Connects the member's team to one more account and records the member. Throws as `connect` does; without
 * `mayReplaceKey` also for a connected account, whose key is replaced by an action of its own.
 */
export async function connectAccount(
  dashboard: Dashboard,
  acting: AuditScope,
  input: z.output<typeof connectAccountInput>,
  { mayReplaceKey = true }: { mayReplaceKey?: boolean } = {},
): Promise<Connected> {
  const id = newId('aud', acting.now())
  const details = { base_url: recordedAddress(input.base_url) }
  await claimAudit(acting, { id, action: 'connection.connect', details })
  try {
    const connected = await connect(dashboard, {
      teamId: acting.teamId,
      baseUrl: input.base_url,
      apiKey: input.api_key,
      mayReplaceKey,
    })
    await finishAudit(acting, id, 'done', { objectId: connected.connectionId })
    return connected
  } catch (error) {
    await finishAudit(acting, id, 'failed')
    throw error
  }
}

/** Connects the first account of a team and also records a refused attempt. Throws as `connect` does. */
export function connectFirstAccount(
  dashboard: Dashboard,
  { teamId, userId, address }: { teamId: string; userId: string; address: string },
  input: z.output<typeof connectAccountInput>,
): Promise<Connected> {
  const db = dashboard.database.as('checkout_dashboard_system')
  const acting = { teamId, connectionId: null, userId, address, db, now: dashboard.now }
  return connectAccount(dashboard, acting, input)
}

/** Stores one more signing secret of the connection. Throws Refusal `invalid_parameters` and `account_disconnected`. */
export async function saveSigningSecret(
  dashboard: Dashboard,
  acting: Acting,
  { secret }: z.output<typeof signingSecretInput>,
): Promise<{ connectionId: string }> {
  if (!/^whsec_[\x21-\x7e]{8,}$/.test(secret)) {
    const field = { field: 'secret', code: 'invalid_value', message: refusals.fields.signing_secret }
    throw new Refusal('invalid_parameters', { fields: [field] })
  }
  const id = newId('aud', acting.now())
  await claimAudit(acting, { id, action: 'connection.add_secret', details: {} })
  try {
    await addSigningSecret(dashboard, acting.connectionId, secret)
  } catch (error) {
    await finishAudit(acting, id, 'failed')
    throw error
  }
  await finishAudit(acting, id, 'done', { objectId: acting.connectionId })
  return { connectionId: acting.connectionId }
}

/** Retires a signing secret of the connection. Throws Refusal `resource_not_found`. */
export async function retireSecret(
  dashboard: Dashboard,
  acting: Acting,
  { secret_id: secretId }: z.output<typeof retireSecretInput>,
): Promise<{ connectionId: string }> {
  const id = newId('aud', acting.now())
  await claimAudit(acting, { id, action: 'connection.retire_secret', objectId: secretId, details: {} })
  const retired = await retireSigningSecret(dashboard, acting.connectionId, secretId)
  await finishAudit(acting, id, retired ? 'done' : 'failed')
  if (!retired) throw new Refusal('resource_not_found')
  return { connectionId: acting.connectionId }
}

/** Returns the team's connections, oldest first. */
export async function listConnections(
  dashboard: Pick<Dashboard, 'database'>,
  acting: Pick<Acting, 'teamId' | 'connectionId'>,
): Promise<ListedConnection[]> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<ConnectionRow>({
    text: `SELECT id, slug, account ->> 'name' AS name, base_url, api_key_last4, disconnected_at FROM dashboard.connection
      WHERE team_id = $1 ORDER BY created_at, id`,
    values: [acting.teamId],
  })
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    accountName: row.name,
    baseUrl: row.base_url,
    keyLast4: row.api_key_last4,
    current: row.id === acting.connectionId,
    disconnectedAt: row.disconnected_at?.toISOString() ?? null,
  }))
}

interface ConnectionRow {
  id: string
  slug: string
  name: string
  base_url: string
  api_key_last4: string
  disconnected_at: Date | null
}
