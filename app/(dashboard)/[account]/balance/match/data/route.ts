import { paidSettlements, parseBankPeriod } from '@/lib/dashboard/statements/paid-settlements'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  paidSettlements(member.ctx, parseBankPeriod(query)),
)
