import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { ownAddress } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/own-address'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { readPanelEndpoint } from '@/lib/service/panel/endpoints'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ endpointId: string }>(
  'developers.read',
  async ({ member, params }) =>
    readPanelEndpoint(await requirePanel(member), params.endpointId, ownAddress(member.ctx)),
)
