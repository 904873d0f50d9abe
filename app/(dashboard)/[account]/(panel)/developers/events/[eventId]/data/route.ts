import { dataRoute } from '@/lib/dashboard/web/data-route'
import { requirePanel } from '../../../panel-of'
import { eventDetail } from '../../read-events'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ eventId: string }>(
  'developers.read',
  async ({ member, params }) => eventDetail(await requirePanel(member), member, params.eventId),
)
