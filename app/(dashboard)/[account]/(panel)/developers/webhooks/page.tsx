import { z } from 'zod'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { EndpointsScreen } from '@/components/developers/webhooks/list'

export default listPage({
  find: developerPage,
  name: 'endpoints/list',
  schema: z.object({}),
  header: null,
  Screen: EndpointsScreen,
})
