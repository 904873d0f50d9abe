import { getCharge } from '@/lib/dashboard/charges/get-charge'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ chargeId: string }>(
  'charges.read',
  async ({ member: { ctx, role, team }, params }) =>
    getCharge(ctx, params.chargeId, { role, names: await memberNames(webDashboard(), team.id) }),
)
