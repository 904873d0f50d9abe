import { readQuery } from '@/lib/dashboard/reads/read-query'
import { eventFilterSchema } from '@/lib/dashboard/schema/developers/events'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { requirePanel } from '../../panel-of'
import { eventsPage } from '../read-events'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', async ({ member, query }) =>
  eventsPage(await requirePanel(member), readQuery(eventFilterSchema, query)),
)
