import { listSettlements, parseListSettlements } from '@/lib/dashboard/settlements/list-settlements'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  listSettlements(member.ctx, parseListSettlements(query)),
)
