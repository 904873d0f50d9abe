import { readSecurity } from '@/lib/dashboard/team/own-sign-in'
import { requireUser } from '@/lib/dashboard/web/member'
import { jsonResponse, methods } from '@/lib/dashboard/web/responses'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

async function read() {
  const { id, claim } = await requireUser()
  const dashboard = webDashboard()
  return jsonResponse(
    await dashboard.requests.run(id, () => readSecurity(dashboard, claim, hasMail(dashboard.env))),
  )
}

export const { GET, POST, PUT, PATCH, DELETE } = methods({ GET: read })
