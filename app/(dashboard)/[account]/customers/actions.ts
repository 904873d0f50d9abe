'use server'

import {
  type CreateCustomerInput,
  createCustomer,
  createCustomerInput,
} from '@/lib/dashboard/customers/create-customer'
import { action } from '@/lib/dashboard/web/action'

const create = action('customers.write', createCustomerInput, (ctx, input) => createCustomer(ctx, input))

export async function createCustomerAction(account: string, input: CreateCustomerInput) {
  return create(account, input)
}
