import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { KeysScreen } from '@/components/developers/keys/list'
import { keyFilterSchema } from '@/lib/dashboard/developers/filters'

export default listPage({
  find: developerPage,
  name: 'api-keys/list',
  schema: keyFilterSchema,
  Screen: KeysScreen,
})
