import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { RoleMatrix } from '@/components/team/role-matrix'
import { TeamScreen } from '@/components/team/team-screen'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'

export default memberPage(null, async ({ member, account, t }) => {
  const { env } = webDashboard()
  return withReads(
    member,
    [read(account, 'team/detail', {})],
    <TeamScreen
      team={member.team.name}
      own={member.role}
      link={showsMail(env) ? 'shown' : hasMail(env) ? 'mailed' : 'noMail'}
      matrix={<RoleMatrix own={member.role} t={t} />}
    />,
  )
})
