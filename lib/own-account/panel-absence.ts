import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { AccountDisconnected } from '@/lib/dashboard/client/host-errors'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import type { Panel } from '@/lib/service/panel/panel'
import { whyNoPanel } from '@/lib/service/panel/webhooks'

/** Returns the reason why an account has no panel. */
export async function panelAbsence(
  { panel, dashboard }: { panel: Pick<Panel, 'database' | 'baseUrl'>; dashboard: Pick<Dashboard, 'keyring'> },
  ctx: Pick<ConnectionContext, 'connectionId' | 'db' | 'baseUrl'>,
): Promise<PanelAbsence> {
  try {
    const apiKey = await connectionKey(dashboard, ctx)
    return await whyNoPanel(panel, { apiKey, baseUrl: ctx.baseUrl })
  } catch (error) {
    if (error instanceof AccountDisconnected) return 'disconnected'
    throw error
  }
}
