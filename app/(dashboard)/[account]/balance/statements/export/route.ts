import { Refusal } from '@/lib/dashboard/refusal'
import { exportStatement } from '@/lib/dashboard/statements/export-statement'
import { parseStatement } from '@/lib/dashboard/statements/read-statements'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** The statement of a month as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>(
  {
    GET: async (request, { params }) => {
      const { ctx } = await requirePermission((await params).account, 'settlements.export')
      const { month } = parseStatement(new URL(request.url).searchParams)
      if (month === undefined) throw new Refusal('invalid_parameters')
      return csvResponse(ctx, `statement-${month}`, await exportStatement(ctx, month))
    },
  },
  () => webDashboard().log,
)
