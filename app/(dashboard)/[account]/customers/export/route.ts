import { exportCustomers } from '@/lib/dashboard/customers/export-customers'
import { parseListCustomers } from '@/lib/dashboard/customers/list-customers'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** All customers of a filtered list as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>(
  {
    GET: async (request, { params }) => {
      const { ctx, role } = await requirePermission((await params).account, 'customers.export')
      const query = parseListCustomers(new URL(request.url).searchParams)
      return csvResponse(ctx, 'customers', exportCustomers(ctx, query, role))
    },
  },
  () => webDashboard().log,
)
