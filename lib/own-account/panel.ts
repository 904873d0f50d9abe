import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { AccountDisconnected } from '@/lib/dashboard/client/host-errors'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { keyScopeOf } from '@/lib/dashboard/role-permissions'
import { type Member, memberConnection } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import type { KeyMaker } from '@/lib/service/panel/keys'
import { whyNoPanel } from '@/lib/service/panel/open-account'
import { openPanel, type Panel, type PanelContext, webPanel } from '@/lib/service/panel/panel'

export type PanelOwner = Pick<Member, 'ctx' | 'user' | 'role'>

/** Returns the panel of the member's current account; null = it lives on another host, another team owns it, or it is disconnected. */
export async function panelOf({ ctx, user, role }: PanelOwner): Promise<PanelContext | null> {
  try {
    const apiKey = await connectionKey(webDashboard(), ctx)
    return await openPanel(webPanel(), {
      baseUrl: ctx.baseUrl,
      apiKey,
      teamId: ctx.teamId,
      memberId: user.id,
      maxScope: keyScopeOf(role),
    })
  } catch (error) {
    if (error instanceof AccountDisconnected) return null
    throw error
  }
}

/** Returns the panel for an action or a data route. Throws Refusal `resource_not_found` if there is none. */
export async function requirePanel(
  member: PanelOwner & Pick<Member, 'claim'>,
): Promise<PanelContext & KeyMaker> {
  const panel = await panelOf(member)
  if (!panel) throw new Refusal('resource_not_found')
  const recheck = () => memberConnection(webDashboard(), member.claim, member.ctx.slug)
  return { ...panel, recheck }
}

/** Returns the reason why an account has no panel. */
export async function panelAbsence(
  { baseUrl, ...ctx }: Pick<ConnectionContext, 'connectionId' | 'db' | 'baseUrl'>,
  here: Pick<Panel, 'database' | 'baseUrl'> & Pick<Dashboard, 'keyring'> = webPanel(),
): Promise<PanelAbsence> {
  try {
    return await whyNoPanel(here, { apiKey: await connectionKey(here, ctx), baseUrl })
  } catch (error) {
    if (error instanceof AccountDisconnected) return 'disconnected'
    throw error
  }
}
