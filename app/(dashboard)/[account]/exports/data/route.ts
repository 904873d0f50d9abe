import { listExports } from '@/lib/dashboard/exports/export-jobs'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('payments.read', ({ member: { ctx, role } }) =>
  listExports(webDashboard(), ctx, role),
)
