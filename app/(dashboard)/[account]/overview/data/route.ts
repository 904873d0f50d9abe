import { readOverview } from '@/lib/dashboard/payments/read-overview'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('payments.read', ({ member }) =>
  readOverview(member.ctx, member.role),
)
