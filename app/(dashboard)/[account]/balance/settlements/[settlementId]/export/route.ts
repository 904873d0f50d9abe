import { exportSettlement } from '@/lib/dashboard/settlements/export-settlement'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** All payments of one settlement as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; settlementId: string }>(
  {
    GET: async (_request, { params }) => {
      const { account, settlementId } = await params
      const { ctx } = await requirePermission(account, 'settlements.export')
      return csvResponse(ctx, 'settlement', await exportSettlement(ctx, settlementId))
    },
  },
  () => webDashboard().log,
)
