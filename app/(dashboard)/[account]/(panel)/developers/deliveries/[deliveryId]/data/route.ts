import { readDelivery } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/delivery-reads'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ deliveryId: string }>(
  'developers.read',
  async ({ member, params }) => readDelivery(await requirePanel(member), member, params.deliveryId),
)
