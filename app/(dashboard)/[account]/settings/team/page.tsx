import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { RoleMatrix } from '@/components/team/role-matrix'
import { TeamScreen } from '@/components/team/team-screen'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'
import { memberTexts } from '@/lib/ui/member-reader'

export default memberPage(null, async ({ member, account }) => {
  const { env } = webDashboard()
  const { t } = await memberTexts()
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
