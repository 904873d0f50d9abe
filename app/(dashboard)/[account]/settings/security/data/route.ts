import { readSecurity } from '@/lib/dashboard/team/read-security'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute(null, ({ member }) =>
  readSecurity(webDashboard(), member.claim, hasMail(webDashboard().env)),
)
