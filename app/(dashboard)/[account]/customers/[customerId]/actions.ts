'use server'

import {
  revealContact,
  revealContactInput,
  updateCustomer,
  updateCustomerInput,
} from '@/lib/dashboard/customers/update-customer'
import { action } from '@/lib/dashboard/web/action'

export const updateCustomerAction = action('customers.write', updateCustomerInput, (ctx, input, { role }) =>
  updateCustomer(ctx, input, role),
)
export const revealContactAction = action('contacts.reveal', revealContactInput, revealContact)
