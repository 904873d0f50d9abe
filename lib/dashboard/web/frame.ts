import { openCases } from '@/lib/dashboard/charges/open-cases'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { can, permissions } from '@/lib/dashboard/schema/role-permissions'
import type { Frame } from '@/lib/dashboard/schema/team'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import type { Member } from '@/lib/dashboard/team/find-member'
import { hasMail } from '@/lib/platform/mail/mailer'
import { webDashboard } from './web-dashboard'

/** Returns the frame of a member's screens: the member, the accounts of their team, the state of the connection. */
export async function frameOf({ user, team, role, ctx }: Member): Promise<Frame> {
  const [connections, mirror, cases] = await Promise.all([
    listConnections(webDashboard(), ctx),
    mirrorHealth(ctx),
    openCases(ctx),
  ])
  const { name, timezone, test_mode: testMode } = ctx.account
  return {
    user: { name: user.name, email: user.email },
    unverified: !user.emailVerified && hasMail(webDashboard().env),
    team: { name: team.name, role },
    account: { slug: ctx.slug, name, timezone, testMode: testMode === true, baseUrl: ctx.baseUrl },
    accounts: connections.map(({ slug, accountName }) => ({ slug, name: accountName })),
    mirror,
    openCases: cases,
    granted: permissions.filter((permission) => can(role, permission)),
    mayConnect: can(role, 'connection.manage'),
    mayCreateLinks: can(role, 'links.create'),
    mayCreateCustomers: can(role, 'customers.write'),
    mayCharge: can(role, 'charges.create'),
  }
}
