import { readDeliveryTotals } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/delivery-reads'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers/deliveries'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', async ({ member, query }) =>
  readDeliveryTotals(await requirePanel(member), readQuery(deliveryFilterSchema, query)),
)
