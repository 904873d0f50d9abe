import { eventsPage } from '@/app/(dashboard)/[account]/(panel)/developers/events/read-events'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { eventFilterSchema } from '@/lib/dashboard/schema/developers/events'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', async ({ member, query }) =>
  eventsPage(await requirePanel(member), readQuery(eventFilterSchema, query)),
)
