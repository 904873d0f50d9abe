import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { type MirrorHealth, mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { can, type MemberRole } from '@/lib/dashboard/team/can'
import type { Member } from '@/lib/dashboard/team/find-member'
import { webDashboard } from './web-dashboard'

/** The content of the frame around every signed-in screen. */
export interface Frame {
  user: { name: string; email: string }
  team: { name: string; role: MemberRole }
  account: { slug: string; name: string; timezone: string; testMode: boolean }
  /** Every account of the team. */
  accounts: { slug: string; name: string }[]
  mirror: MirrorHealth
  mayConnect: boolean
  mayCreateLinks: boolean
}

/** Returns the frame of a member's screens: the member, the accounts of their team, the state of the connection. */
export async function frameOf({ user, team, role, ctx }: Member): Promise<Frame> {
  const [connections, mirror] = await Promise.all([listConnections(webDashboard(), ctx), mirrorHealth(ctx)])
  const { name, timezone, test_mode: testMode } = ctx.account
  return {
    user: { name: user.name, email: user.email },
    team: { name: team.name, role },
    account: { slug: ctx.slug, name, timezone, testMode: testMode === true },
    accounts: connections.map(({ slug, accountName }) => ({ slug, name: accountName })),
    mirror,
    mayConnect: can(role, 'connection.manage'),
    mayCreateLinks: can(role, 'links.create'),
  }
}
