import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { EditCustomerScreen } from '@/components/customers/form'
import { read } from '@/components/data/read'

export default memberPage('customers.write', ({ member, account, params: { customerId: id = '' } }) =>
  withReads(member, [read(account, 'customers/detail', { id })], <EditCustomerScreen id={id} />),
)
