import { parseListSettlements } from '@/lib/dashboard/settlements/list-settlements'
import { settlementTotals } from '@/lib/dashboard/settlements/settlement-totals'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  settlementTotals(member.ctx, parseListSettlements(query)),
)
