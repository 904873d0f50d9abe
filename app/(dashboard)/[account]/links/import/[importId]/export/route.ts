import { exportLinkImport } from '@/lib/dashboard/link-imports/get-link-import'
import { csvResponse } from '@/lib/dashboard/web/csv-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** The URLs of an import's links as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; importId: string }>(
  {
    GET: async (_request, { params }) => {
      const { account, importId } = await params
      const { ctx } = await requirePermission(account, 'links.read')
      return csvResponse(ctx, 'links', exportLinkImport(ctx, importId))
    },
  },
  () => webDashboard().log,
)
