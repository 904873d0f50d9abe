import { z } from 'zod'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { KeysScreen } from '@/components/developers/keys/list'

export default listPage({
  find: developerPage,
  name: 'api-keys/list',
  schema: z.object({}),
  header: null,
  Screen: KeysScreen,
})
