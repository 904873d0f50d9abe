import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { Refusal } from '@/lib/dashboard/refusal'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { getRequest } from '@/lib/service/panel/requests'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ requestId: string }>(
  'developers.read',
  async ({ member, params }) => {
    const request = await getRequest(await requirePanel(member), params.requestId)
    if (!request) throw new Refusal('resource_not_found')
    return request
  },
)
