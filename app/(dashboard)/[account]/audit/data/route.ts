import { listAudit, parseListAudit } from '@/lib/dashboard/audit/list-audit'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('audit.read', async ({ member, query }) =>
  listAudit(member.ctx, parseListAudit(query), await memberNames(webDashboard(), member.team.id)),
)
