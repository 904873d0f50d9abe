import {
  changeRoleAction,
  inviteMemberAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from '@/app/(dashboard)/[account]/(panel)/settings/team/actions'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { RoleMatrix } from '@/components/team/role-matrix'
import { TeamScreen } from '@/components/team/team-screen'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'

type Props = { params: Promise<{ account: string }> }

export default async function TeamPage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  const { env } = webDashboard()
  return withReads(
    member,
    [read(account, 'team/detail', {})],
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
      matrix={<RoleMatrix own={member.role} />}
    />,
  )
}
