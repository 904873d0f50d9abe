import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { EventsScreen, EventTools } from '@/components/developers/events/list'
import { eventFilterSchema } from '@/lib/dashboard/developers/filters'

export default listPage({
  find: developerPage,
  name: 'events/list',
  schema: eventFilterSchema,
  header: <DevelopersHeader current="events" action={<EventTools />} />,
  Screen: EventsScreen,
})
