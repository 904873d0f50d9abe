import { listCustomers, parseListCustomers } from '@/lib/dashboard/customers/list-customers'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('customers.read', ({ member, query }) =>
  listCustomers(member.ctx, parseListCustomers(query), { role: member.role }),
)
