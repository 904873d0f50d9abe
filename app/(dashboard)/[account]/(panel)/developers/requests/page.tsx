import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { RequestsScreen } from '@/components/developers/requests/list'
import { requestFilterSchema } from '@/lib/dashboard/developers/filters'

export default listPage({
  find: developerPage,
  name: 'requests/list',
  schema: requestFilterSchema,
  header: <DevelopersHeader current="requests" />,
  Screen: RequestsScreen,
  also: (account) => [read(account, 'api-keys/list', {})],
})
