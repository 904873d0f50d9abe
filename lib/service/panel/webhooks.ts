import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { findKey } from '@/lib/service/accounts/authenticate-key'
import { createEndpoint } from '@/lib/service/webhooks/create-endpoint'
import { deleteEndpoint } from '@/lib/service/webhooks/delete-endpoint'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'

/** Dependencies of the panel's verbs on webhooks. */
export interface WebhookPanel {
  database: Database
  keyring: Keyring
  testMode: boolean
  now(): Date
}

/** A member, and the key of the account that they act in. */
export interface PanelMember {
  apiKey: string
  memberId: string
}

/** Returns whether this service has the account of a key. */
export async function isOwnAccount({ database }: Pick<WebhookPanel, 'database'>, apiKey: string) {
  return (await findKey(database, apiKey)) !== null
}

/**
 * Registers an address for all events of the key's account. Returns the endpoint's id and its signing secret, which is
 * shown this once; null if no account of this service has such a key. Throws 400 `invalid_parameters`.
 */
export async function registerWebhook(
  panel: WebhookPanel,
  member: PanelMember,
  url: string,
): Promise<{ id: string; secret: string } | null> {
  const ctx = await contextOf(panel, member)
  return ctx && createEndpoint(ctx, { url }, panel)
}

/** Deletes the older endpoints of the same address, whose secrets nobody has any more. */
export async function deleteOlderWebhooks(
  panel: WebhookPanel,
  member: PanelMember,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const ctx = await contextOf(panel, member)
  if (!ctx) return
  const older = (await listEndpoints(ctx)).filter((endpoint) => endpoint.url === url && endpoint.id < id)
  for (const endpoint of older) await deleteEndpoint(ctx, endpoint.id)
}

async function contextOf({ database, now }: WebhookPanel, { apiKey, memberId }: PanelMember) {
  const found = await findKey(database, apiKey)
  if (!found) return null
  const accountId = found.account.id
  const actor = { kind: 'member', id: memberId } as const
  return { accountId, actor, db: database.as('checkout_service', accountId), now }
}
