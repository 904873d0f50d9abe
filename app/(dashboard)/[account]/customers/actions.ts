'use server'

import { createCustomer, createCustomerInput } from '@/lib/dashboard/customers/create-customer'
import { action } from '@/lib/dashboard/web/action'

export const createCustomerAction = action('customers.write', createCustomerInput, createCustomer)
