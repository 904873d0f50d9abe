import { linkImportCsv } from '@/lib/dashboard/link-imports/get-link-import'
import { download } from '@/lib/dashboard/web/file-response'
import { requirePermission } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/responses'

export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; importId: string }>({
  GET: async (_request, { params }) => {
    const { account, importId } = await params
    const { ctx } = await requirePermission(account, 'links.read')
    return download('links.csv', await linkImportCsv(ctx, importId))
  },
})
