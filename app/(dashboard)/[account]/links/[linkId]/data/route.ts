import { getLink } from '@/lib/dashboard/links/get-link'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ linkId: string }>(
  'links.read',
  async ({ member, params }) =>
    getLink(member.ctx, params.linkId, { names: await memberNames(webDashboard(), member.team.id) }),
)
