import { UserFrame } from '@/app/(dashboard)/connect/user-frame'
import { PageHeader } from '@/components/page/page-header'
import { SecuritySections } from '@/components/settings/security'
import { readSecurity } from '@/lib/dashboard/team/own-sign-in'
import { pageUser, redirectToAccount } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'
import { memberTexts } from '@/lib/ui/member-reader'

const PATH = '/settings/security'

export default async function OwnSecurityPage() {
  const user = await pageUser(PATH)
  if (user.accounts.length > 0) return redirectToAccount(PATH)
  const { t } = await memberTexts()
  const dashboard = webDashboard()
  const first = await readSecurity(dashboard, user.claim, hasMail(dashboard.env))
  return (
    <UserFrame user={user}>
      <PageHeader title={t('security.title')} back={{ href: '/connect', label: t('security.back') }} />
      <SecuritySections email={user.email} first={first} />
    </UserFrame>
  )
}
