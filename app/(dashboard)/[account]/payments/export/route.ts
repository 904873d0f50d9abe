import { dayIn } from '@/lib/contract/calendar-days'
import { exportPayments } from '@/lib/dashboard/payments/export-payments'
import { parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { streamText } from '@/lib/dashboard/web/stream-text'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** The payments of a filtered list, all of them, as a file for a spreadsheet. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>(
  {
    GET: async (request, { params }) => {
      const { ctx } = await requirePermission((await params).account, 'payments.export')
      const query = parseListPayments(new URL(request.url).searchParams)
      // Two exports of two days lie beside each other in a folder.
      const day = dayIn(ctx.now().getTime(), ctx.account.timezone)
      return new Response(streamText(exportPayments(ctx, query)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="payments-${day}.csv"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  },
  () => webDashboard().log,
)
