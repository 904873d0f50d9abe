import { getLinkImport } from '@/lib/dashboard/link-imports/get-link-import'
import { linkImportCsv } from '@/lib/dashboard/link-imports/link-import-csv'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** The URLs of an import's links as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; importId: string }>(
  {
    GET: async (_request, { params }) => {
      const { account, importId } = await params
      const { ctx } = await requirePermission(account, 'links.read')
      return new Response(linkImportCsv(await getLinkImport(ctx, importId)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="links.csv"',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  },
  () => webDashboard().log,
)
