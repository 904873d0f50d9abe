import { readExportFile } from '@/lib/dashboard/exports/change-export'
import { requireMember } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/methods'
import { streamBytes } from '@/lib/dashboard/web/stream-text'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const types: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** A file created by the worker, for members whose role permits its kind. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; exportId: string }>(
  {
    GET: async (_request, { params }) => {
      const { account, exportId } = await params
      const { ctx, role } = await requireMember(account)
      const { name, bytes, slices } = await readExportFile(ctx, exportId, role)
      return new Response(streamBytes(slices), {
        headers: {
          'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'content-length': String(bytes),
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  },
  () => webDashboard().log,
)
