import { listReceived, parseListReceived } from '@/lib/dashboard/received/list-received'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', ({ member, query }) =>
  listReceived(member.ctx, parseListReceived(query), member.role),
)
