import { customerTotals } from '@/lib/dashboard/customers/customer-totals'
import { parseListCustomers } from '@/lib/dashboard/customers/list-customers'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('customers.read', ({ member, query }) =>
  customerTotals(member.ctx, parseListCustomers(query)),
)
