import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from '@/app/(dashboard)/[account]/(panel)/settings/team/actions'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { RoleMatrix } from '@/components/team/role-matrix'
import { teamQuery } from '@/components/team/team-query'
import { TeamScreen } from '@/components/team/team-screen'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { shownMatrix } from '@/lib/dashboard/team/shown-matrix'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'
import { readTeam } from './read-team'

type Props = { params: Promise<{ account: string }> }

export default async function TeamPage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  const { env } = webDashboard()
  const client = new QueryClient()
  await client.prefetchQuery({ ...teamQuery(account), queryFn: () => readTeam(member) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TeamScreen
        team={member.team.name}
        own={member.role}
        manages={can(member.role, 'team.manage')}
        link={showsMail(env) ? 'shown' : hasMail(env) ? 'mailed' : 'noMail'}
        acts={{
          invite: inviteMemberAction.bind(null, account),
          resend: resendInvitationAction.bind(null, account),
          revoke: revokeInvitationAction.bind(null, account),
          changeRole: changeRoleAction.bind(null, account),
          remove: removeMemberAction.bind(null, account),
        }}
        matrix={<RoleMatrix groups={shownMatrix()} own={member.role} />}
      />
    </HydrationBoundary>
  )
}
