import { listPayments, parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('payments.read', ({ member, query }) =>
  listPayments(member.ctx, parseListPayments(query), { role: member.role }),
)
