import { guardedPage, objectPage } from '@/app/(dashboard)/[account]/pages'
import { EditCustomerScreen } from '@/components/customers/form'

export default guardedPage(
  'customers.write',
  objectPage('customerId', 'customers/detail', EditCustomerScreen),
)
