import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { findKey, hasIssuedKey } from '@/lib/service/accounts/authenticate-key'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { openPanel, type Panel, type PanelMember } from './panel'
import { createEndpoint } from './save-endpoint'

/** Returns the reason why `openPanel` returns null. */
export async function whyNoPanel(
  { database, baseUrl }: Pick<Panel, 'database' | 'baseUrl'>,
  member: Pick<PanelMember, 'apiKey' | 'baseUrl'>,
): Promise<PanelAbsence> {
  if (member.baseUrl !== baseUrl || !(await hasIssuedKey(database, member.apiKey))) return 'elsewhere'
  const found = await findKey(database, member.apiKey)
  if (!found) return 'key_refused'
  return found.account.owner_team === null ? 'no_team' : 'other_team'
}

/**
 * Registers an address for all events of the key's account. Returns the endpoint's id and its signing secret, which is
 * shown this once; null if no account of this service has such a key. Throws 400 `invalid_parameters`.
 */
export async function registerWebhook(
  panel: Panel,
  member: PanelMember,
  url: string,
): Promise<{ id: string; secret: string } | null> {
  const ctx = await openPanel(panel, member)
  return ctx && createEndpoint(ctx, { url }, panel)
}

/** Deletes the older endpoints of the same address, whose secrets are lost. */
export async function deleteOlderWebhooks(
  panel: Panel,
  member: PanelMember,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const ctx = await openPanel(panel, member)
  if (!ctx) return
  const older = (await listEndpoints(ctx)).filter((endpoint) => endpoint.url === url && endpoint.id < id)
  for (const endpoint of older) await changeEndpointStatus(ctx, endpoint.id, 'DELETED')
}
