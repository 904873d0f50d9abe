import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { SecuritySections } from '@/components/settings/security'
import { readSecurity } from '@/lib/dashboard/team/own-sign-in'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

export default memberPage(null, async ({ member: { user, claim }, t }) => {
  const dashboard = webDashboard()
  const first = await readSecurity(dashboard, claim, hasMail(dashboard.env))
  return (
    <>
      <PageHeader title={t('security.title')} back={{ href: '/settings', label: t('settings.title') }} />
      <SecuritySections email={user.email} first={first} />
    </>
  )
})
