import { linkTotals } from '@/lib/dashboard/links/link-totals'
import { parseListLinks } from '@/lib/dashboard/links/list-links'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('links.read', ({ member, query }) =>
  linkTotals(member.ctx, parseListLinks(query)),
)
