import { listPage } from '@/app/(dashboard)/[account]/pages'
import { CustomersScreen } from '@/components/customers/list'
import { read } from '@/components/data/read'
import { customerFilterSchema } from '@/lib/dashboard/customers/list-customers'

export default listPage({
  name: 'customers/list',
  schema: customerFilterSchema,
  Screen: CustomersScreen,
  also: (account) => [read(account, 'views/list', { list: 'customers' })],
})
