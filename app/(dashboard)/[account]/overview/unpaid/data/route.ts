import { readUnpaid } from '@/lib/dashboard/payments/read-overview'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('payments.read', ({ member }) =>
  readUnpaid(member.ctx, member.role),
)
