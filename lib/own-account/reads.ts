import * as z from 'zod'
import { defineRead } from '@/lib/dashboard/define-read'
import { Refusal } from '@/lib/dashboard/refusal'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers/deliveries'
import { eventFilterSchema } from '@/lib/dashboard/schema/developers/events'
import { requestFilterSchema } from '@/lib/dashboard/schema/developers/requests'
import { idField } from '@/lib/dashboard/schema/list'
import type { Member } from '@/lib/dashboard/team/find-member'
import { listPanelEndpoints, readPanelEndpoint } from '@/lib/service/panel/endpoints'
import { listKeys } from '@/lib/service/panel/keys'
import type { PanelContext } from '@/lib/service/panel/panel'
import { getRequest } from '@/lib/service/panel/requests'
import { getRetryRun } from '@/lib/service/panel/retry-runs'
import { readDeliveries, readDelivery, readDeliveryTotals } from './deliveries'
import { eventDetail, eventsPage } from './events'
import { ownAddress } from './own-address'
import { requirePanel } from './panel'
import { readRequests } from './requests'

const nothing = z.object({})
const byId = z.object({ id: idField })

/** Returns a read of the developer panel, for accounts of this deployment that the member's team owns. */
function panelRead<Schema extends z.ZodType, Data>(
  schema: Schema,
  run: (panel: PanelContext, input: z.output<Schema>, member: Member) => Promise<Data>,
) {
  return defineRead('developers.read', schema, async (member, input) =>
    run(await requirePanel(member), input, member),
  )
}

/** All reads of the developer panel, by name. */
export const panelReads = {
  'api-keys/list': panelRead(nothing, async (panel) => ({ data: await listKeys(panel) })),
  'deliveries/list': panelRead(deliveryFilterSchema, readDeliveries),
  'deliveries/totals': panelRead(deliveryFilterSchema, readDeliveryTotals),
  'deliveries/detail': panelRead(byId, (panel, { id }, member) => readDelivery(panel, member, id)),
  'endpoints/list': panelRead(nothing, (panel, _, { ctx }) => listPanelEndpoints(panel, ownAddress(ctx))),
  'endpoints/detail': panelRead(byId, (panel, { id }, { ctx }) =>
    readPanelEndpoint(panel, id, ownAddress(ctx)),
  ),
  'events/list': panelRead(eventFilterSchema, eventsPage),
  'events/detail': panelRead(byId, (panel, { id }, member) => eventDetail(panel, member, id)),
  'requests/list': panelRead(requestFilterSchema, readRequests),
  'requests/detail': panelRead(byId, async (panel, { id }) => found(await getRequest(panel, id))),
  'retry-runs/detail': panelRead(byId, async (panel, { id }) => found(await getRetryRun(panel, id))),
}

function found<Detail>(detail: Detail | null): Detail {
  if (detail === null) throw new Refusal('resource_not_found')
  return detail
}
