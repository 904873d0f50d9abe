import { type OpenCases, openCases } from '@/lib/dashboard/charges/get-charge'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { can, type MemberRole, permissions } from '@/lib/dashboard/role-permissions'
import { type MirrorHealth, mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import type { Member } from '@/lib/dashboard/team/find-member'
import { buildFile } from '@/lib/platform/build-file'
import { hasMail } from '@/lib/platform/mail/mailer'
import type { PageMember } from './shape'
import { webDashboard } from './web-dashboard'

/** Content of the frame around every signed-in screen. */
export type Frame = PageMember & {
  user: { name: string; email: string }
  /** True if the user's address is not verified yet. */
  unverified: boolean
  team: { name: string; role: MemberRole }
  /** All accounts of the team. */
  accounts: { slug: string; name: string }[]
  mirror: MirrorHealth
  openCases: OpenCases
  /** URLs of the scripts of the navigation's screens. */
  scripts: readonly string[]
}

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
