import { listLinks, parseListLinks } from '@/lib/dashboard/links/list-links'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('links.read', ({ member, query }) =>
  listLinks(member.ctx, parseListLinks(query)),
)
