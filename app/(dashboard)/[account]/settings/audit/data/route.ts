import { auditPeople, listAudit, parseListAudit } from '@/lib/dashboard/audit/list-audit'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('audit.read', async ({ member, query }) =>
  listAudit(member.ctx, parseListAudit(query), await auditPeople(webDashboard(), member.team.id)),
)
