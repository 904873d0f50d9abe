import { getCustomer } from '@/lib/dashboard/customers/get-customer'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ customerId: string }>(
  'customers.read',
  async ({ member, params }) =>
    getCustomer(member.ctx, params.customerId, {
      role: member.role,
      names: await memberNames(webDashboard(), member.team.id),
    }),
)
