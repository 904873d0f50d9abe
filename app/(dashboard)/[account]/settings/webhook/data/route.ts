import { webhookState } from '@/lib/dashboard/connections/webhook-state'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('connection.manage', ({ member }) =>
  webhookState(webDashboard(), member.ctx),
)
