import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { ownAddress } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/own-address'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { listPanelEndpoints } from '@/lib/service/panel/endpoints'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', async ({ member }) =>
  listPanelEndpoints(await requirePanel(member), ownAddress(member.ctx)),
)
