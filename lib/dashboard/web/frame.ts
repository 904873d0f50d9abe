import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { type MirrorHealth, mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { can, type MemberRole } from '@/lib/dashboard/team/can'
import type { Member } from '@/lib/dashboard/team/find-member'
import { webDashboard } from './web-dashboard'

/** What the frame around every signed-in screen shows. */
export interface Frame {
  user: { name: string; email: string }
  team: { name: string; role: MemberRole }
  account: { name: string; timezone: string; testMode: boolean }
  /** The accounts that the member may switch between; null for those who may not. */
  accounts: { id: string; name: string; current: boolean }[] | null
  mirror: MirrorHealth
  mayCreateLinks: boolean
}

/** The frame of one member's screens: who they are, which accounts they may look at, how the connection is. */
export async function frameOf({ user, team, role, ctx }: Member): Promise<Frame> {
  const [connections, mirror] = await Promise.all([
    can(role, 'connection.manage') ? listConnections(webDashboard(), ctx) : null,
    mirrorHealth(ctx),
  ])
  const { name, timezone, test_mode: testMode } = ctx.account
  return {
    user: { name: user.name, email: user.email },
    team: { name: team.name, role },
    account: { name, timezone, testMode: testMode === true },
    accounts:
      connections?.map(({ id, accountName, current }) => ({ id, name: accountName, current })) ?? null,
    mirror,
    mayCreateLinks: can(role, 'links.create'),
  }
}
