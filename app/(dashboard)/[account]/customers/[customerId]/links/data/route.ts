import { listCustomerLinks } from '@/lib/dashboard/customers/list-customer-links'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ customerId: string }>(
  'links.read',
  ({ member, params }) => listCustomerLinks(member.ctx, params.customerId),
)
