import { batchCsv } from '@/lib/dashboard/link-batches/batch-csv'
import { getBatch } from '@/lib/dashboard/link-batches/get-batch'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** The URLs of an import's links as CSV. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; batchId: string }>(
  {
    GET: async (_request, { params }) => {
      const { account, batchId } = await params
      const { ctx } = await requirePermission(account, 'links.read')
      return new Response(batchCsv(await getBatch(ctx, batchId)), {
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
