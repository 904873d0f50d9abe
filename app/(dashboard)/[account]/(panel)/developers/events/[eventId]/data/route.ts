import { eventDetail } from '@/app/(dashboard)/[account]/(panel)/developers/events/read-events'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ eventId: string }>(
  'developers.read',
  async ({ member, params }) => eventDetail(await requirePanel(member), member, params.eventId),
)
