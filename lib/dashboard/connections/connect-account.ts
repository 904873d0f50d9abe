import * as z from 'zod'
import { type AuditScope, auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { isStorable } from '@/lib/domain/text'
import { sql } from '@/lib/platform/sql'
import { type Connected, connect } from './connect'
import { addSigningSecret, retireSigningSecret } from './signing-secrets'

/** Connection of the team as Settings lists it. */
export type ListedConnection = {
  id: string
  /** Account in URLs. */
  slug: string
  accountName: string
  baseUrl: string
  /** Null for a member without access to keys. */
  keyLast4: string | null
  current: boolean
  /** Time of disconnection (ISO 8601); null while connected. */
  disconnectedAt: string | null
}

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
  const { base_url: baseUrl, api_key: apiKey } = input
  const details = { base_url: recordedAddress(baseUrl) }
  const result = ({ connectionId }: Connected) => ({ objectId: connectionId })
  return auditedAction(acting, { action: 'connection.connect', details, result }, () =>
    connect(dashboard, { teamId: acting.teamId, baseUrl, apiKey, mayReplaceKey }),
  )
}

/** Connects the first account of a team and also records a refused attempt. Throws as `connect` does. */
export function connectFirstAccount(
  dashboard: Dashboard,
  { teamId, userId, address }: { teamId: string; userId: string; address: string },
  input: z.output<typeof connectAccountInput>,
): Promise<Connected> {
  const db = asSystem(dashboard)
  const acting = { teamId, connectionId: null, userId, address, db, now: dashboard.now }
  return connectAccount(dashboard, acting, input)
}

/** Stores one more signing secret of the connection. Throws Refusal `invalid_parameters` and `account_disconnected`. */
export async function saveSigningSecret(
  dashboard: Dashboard,
  acting: Acting,
  { secret }: z.output<typeof signingSecretInput>,
): Promise<{ connectionId: string }> {
  if (!/^whsec_[\x21-\x7e]{8,}$/.test(secret))
    throw fieldRefusal('secret', 'invalid_value', 'refusals.fields.signing_secret')
  const { connectionId } = acting
  const act = { action: 'connection.add_secret', objectId: connectionId }
  await auditedAction(acting, act, () => addSigningSecret(dashboard, connectionId, secret))
  return { connectionId }
}

/** Retires a signing secret of the connection. Throws Refusal `resource_not_found`. */
export async function retireSecret(
  dashboard: Dashboard,
  acting: Acting,
  { secret_id: secretId }: z.output<typeof retireSecretInput>,
): Promise<{ connectionId: string }> {
  const { connectionId } = acting
  const act = { action: 'connection.retire_secret', objectId: secretId }
  await auditedAction(acting, act, async () => {
    if (!(await retireSigningSecret(dashboard, connectionId, secretId)))
      throw new Refusal('resource_not_found')
  })
  return { connectionId }
}

/** Returns the team's connections, oldest first. */
export async function listConnections(
  dashboard: Pick<Dashboard, 'database'>,
  acting: Pick<Acting, 'teamId' | 'connectionId'>,
): Promise<ListedConnection[]> {
  const { rows } = await asSystem(dashboard).query<
    Omit<ListedConnection, 'disconnectedAt'> & { disconnectedAt: Date | null }
  >(sql`
      SELECT id, slug, account ->> 'name' AS "accountName", base_url AS "baseUrl", api_key_last4 AS "keyLast4",
        id = ${acting.connectionId} AS current,
      disconnected_at AS "disconnectedAt" FROM dashboard.connection
      WHERE team_id = ${acting.teamId} ORDER BY created_at, id`)
  return rows.map((row) => ({ ...row, disconnectedAt: row.disconnectedAt?.toISOString() ?? null }))
}

export const replaceKeyInput = z.strictObject({
  connection_id: z.string().max(200),
  api_key: z.string().max(1_000),
})

/**
 * Replaces a connection's key with another key of the same account, after verification by the host. Throws Refusal
 * `resource_not_found`, `invalid_parameters` for a key of another account, and as `connect` does.
 */
export async function replaceConnectionKey(
  dashboard: Dashboard,
  acting: Acting,
  { connection_id: connectionId, api_key: apiKey }: z.output<typeof replaceKeyInput>,
): Promise<{ connectionId: string }> {
  const { rows } = await asSystem(dashboard).query<{ base_url: string; account_id: string }>(sql`
      SELECT base_url, account ->> 'id' AS account_id FROM dashboard.connection
      WHERE id = ${connectionId} AND team_id = ${acting.teamId}`)
  const [row] = rows
  if (!row) throw new Refusal('resource_not_found')
  const { base_url: baseUrl, account_id: onlyAccountId } = row
  const act = { action: 'connection.replace_key', objectId: connectionId }
  await auditedAction(acting, act, () =>
    connect(dashboard, { teamId: acting.teamId, baseUrl, apiKey, onlyAccountId }),
  )
  return { connectionId }
}

/** Retires a signing secret by its value; false if the connection has no such secret. */
export async function retireSecretValue(dashboard: Dashboard, ctx: ConnectionContext, secret: string) {
  const found = await findSecret(dashboard, ctx, secret)
  if (!found) return false
  await retireSecret(dashboard, ctx, { secret_id: found })
  return true
}

/** Sets the instant at which a signing secret retires automatically; null keeps it. */
export async function scheduleSecretEnd(
  dashboard: Dashboard,
  ctx: ConnectionContext,
  { secret, retiresAt }: { secret: string; retiresAt: Date | null },
): Promise<void> {
  const { connectionId, prisma } = ctx
  const id = await findSecret(dashboard, ctx, secret)
  if (id === null) return
  await prisma.connectionSecret.updateMany({
    where: { connectionId, id, retiredAt: null },
    data: { retiresAt },
  })
}

/** Returns the id of a live signing secret by its value; null if the connection has no such secret. */
async function findSecret(
  { keyring }: Dashboard,
  { connectionId, prisma }: ConnectionContext,
  secret: string,
): Promise<string | null> {
  const live = await prisma.connectionSecret.findMany({ where: { connectionId, retiredAt: null } })
  const found = live.find(
    ({ id, sealed }) => keyring.open(sealed, signingSecretAad(connectionId, id)) === secret,
  )
  return found?.id ?? null
}
