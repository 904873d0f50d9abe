import { receiverAddress } from '@/lib/dashboard/connections/receiver-address'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** Returns the address at which this dashboard receives the events of a connection. */
export function ownAddress({ connectionId }: Pick<ConnectionContext, 'connectionId'>): string {
  return receiverAddress(webDashboard().env.WEB_URL, connectionId)
}
