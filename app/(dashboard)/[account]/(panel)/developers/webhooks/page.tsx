import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { EndpointsScreen } from '@/components/developers/webhooks/list'
import { endpointFilterSchema } from '@/lib/dashboard/developers/filters'

export default listPage({
  find: developerPage,
  name: 'endpoints/list',
  schema: endpointFilterSchema,
  Screen: EndpointsScreen,
})
