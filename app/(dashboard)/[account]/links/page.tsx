import { listPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { LinksScreen } from '@/components/links/list'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'

export default listPage({
  name: 'links/list',
  schema: linkFilterSchema,
  Screen: LinksScreen,
  also: (account) => [read(account, 'views/list', { list: 'links' })],
})
