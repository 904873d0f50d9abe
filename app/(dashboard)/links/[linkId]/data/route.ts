import { getLink } from '@/lib/dashboard/links/get-link'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ linkId: string }>(
  'links.read',
  ({ member, params }) => getLink(member.ctx, params.linkId),
)
