import { exportPayments } from '@/lib/dashboard/payments/export-payments'
import { parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** All payments of a filtered list as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>(
  {
    GET: async (request, { params }) => {
      const { ctx } = await requirePermission((await params).account, 'payments.export')
      const query = parseListPayments(new URL(request.url).searchParams)
      return csvResponse(ctx, 'payments', exportPayments(ctx, query))
    },
  },
  () => webDashboard().log,
)
