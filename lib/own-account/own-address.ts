import { receiverAddress } from '@/lib/dashboard/connections/receiver-address'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { readEndpointSettings } from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'

/** Returns the URL at which this dashboard receives the events of a connection, as an endpoint stores it. */
export function ownAddress({ connectionId }: Pick<ConnectionContext, 'connectionId'>): string {
  return new URL(receiverAddress(webDashboard().env.WEB_URL, connectionId)).href
}

/** Returns a typed URL as an endpoint stores it; null = it is invalid. */
export function storedAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  url.hash = ''
  return url.href
}

/**
 * Throws Refusal `invalid_parameters` on the field `url` for the dashboard's own receiver, with any query:
 * only its registration under Settings stores the signing secret in the connection.
 */
export function refuseOwnAddress(typed: string, ownUrl: string): void {
  if (storedAddress(typed)?.split('?')[0] !== ownUrl) return
  const field = { field: 'url', code: 'own_address', message: webhooks.form.ownAddress }
  throw new Refusal('invalid_parameters', { fields: [field] })
}

/**
 * Throws Refusal `forbidden` if the endpoint is the dashboard's own and the role may not manage the
 * connection.
 */
export async function requireChange(
  { panel, role, ownUrl }: { panel: PanelContext; role: MemberRole; ownUrl: string },
  id: string,
): Promise<void> {
  if (can(role, 'connection.manage')) return
  if ((await readEndpointSettings(panel, id)).url === ownUrl) throw new Refusal('forbidden')
}
