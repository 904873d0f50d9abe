import { getLinkImport } from '@/lib/dashboard/link-imports/get-link-import'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ importId: string }>(
  'links.read',
  ({ member, params }) => getLinkImport(member.ctx, params.importId),
)
