import { balanceView } from '@/lib/dashboard/balance/balance-view'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member }) =>
  balanceView(member.ctx),
)
