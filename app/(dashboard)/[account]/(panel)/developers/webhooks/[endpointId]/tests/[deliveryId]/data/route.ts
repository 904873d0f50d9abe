import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { readTestDelivery } from '@/lib/service/panel/endpoints'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ endpointId: string; deliveryId: string }>(
  'developers.read',
  async ({ member, params }) =>
    readTestDelivery(await requirePanel(member), { id: params.endpointId, deliveryId: params.deliveryId }),
)
