import { openCases } from '@/lib/dashboard/charges/get-charge'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import type { Frame } from '@/lib/dashboard/schema/page-member'
import { can, permissions } from '@/lib/dashboard/schema/role-permissions'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import type { Member } from '@/lib/dashboard/team/find-member'
import { buildFile } from '@/lib/platform/build-file'
import { hasMail } from '@/lib/platform/mail/mailer'
import { webDashboard } from './web-dashboard'

/** Returns the frame of a member's screens: the member, the accounts of their team, the state of the connection. */
export async function frameOf({ user, team, role, ctx, hasTwoStep, hasPasskey }: Member): Promise<Frame> {
  const [connections, mirror, cases] = await Promise.all([
    listConnections(webDashboard(), ctx),
    mirrorHealth(ctx),
    openCases(ctx),
  ])
  const { env } = webDashboard()
  const { name, currency, timezone, test_mode: testMode, sign_up_url: signUpUrl } = ctx.account
  return {
    user: { name: user.name, email: user.email },
    unverified: !user.emailVerified && hasMail(env),
    team: { name: team.name, role },
    account: {
      slug: ctx.slug,
      name,
      currency,
      timezone,
      testMode: testMode === true,
      baseUrl: ctx.baseUrl,
      signUpUrl: signUpUrl && /^https?:\/\//.test(signUpUrl) ? signUpUrl : null,
    },
    accounts: connections.map(({ slug, accountName }) => ({ slug, name: accountName })),
    mirror,
    openCases: cases,
    scripts: JSON.parse(buildFile('screen-scripts.json') || '[]'),
    granted: permissions.filter((permission) => can(role, permission)),
    owner: `${ctx.userId}:${ctx.connectionId}`,
    hasTwoStep,
    hasPasskey,
    hasMail: hasMail(env),
    hasPanel: ctx.baseUrl === env.BASE_URL && can(role, 'developers.read'),
  }
}
