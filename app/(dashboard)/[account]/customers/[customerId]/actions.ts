'use server'

import {
  type RevealContactInput,
  revealContact,
  revealContactInput,
} from '@/lib/dashboard/customers/reveal-contact'
import {
  type UpdateCustomerInput,
  updateCustomer,
  updateCustomerInput,
} from '@/lib/dashboard/customers/update-customer'
import { action } from '@/lib/dashboard/web/action'

const update = action('customers.write', updateCustomerInput, (ctx, input, { role }) =>
  updateCustomer(ctx, input, role),
)
const reveal = action('contacts.reveal', revealContactInput, revealContact)

export async function updateCustomerAction(account: string, input: UpdateCustomerInput) {
  return update(account, input)
}

export async function revealContactAction(account: string, input: RevealContactInput) {
  return reveal(account, input)
}
