import { auditPeople } from '@/lib/dashboard/audit/audit-people'
import { exportAudit } from '@/lib/dashboard/audit/export-audit'
import { parseListAudit } from '@/lib/dashboard/audit/list-audit'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** All entries of the filtered audit log as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>(
  {
    GET: async (request, { params }) => {
      const { ctx, team } = await requirePermission((await params).account, 'audit.read')
      const query = parseListAudit(new URL(request.url).searchParams)
      const people = await auditPeople(webDashboard(), team.id)
      return csvResponse(ctx, 'audit', exportAudit(ctx, query, people))
    },
  },
  () => webDashboard().log,
)
