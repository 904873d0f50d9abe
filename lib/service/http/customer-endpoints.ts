import type { FastifyInstance } from 'fastify'
import { createCustomerSchema, updateCustomerSchema } from '@/lib/contract/customer'
import { parseRequest } from '@/lib/contract/field-errors'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { getCustomer } from '@/lib/service/customers/get-customer'
import { listCustomers } from '@/lib/service/customers/list-customers'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import { serve } from './endpoint'

/** Registers the endpoints of the contract's customers. Their charges have a separate file. */
export function customerEndpoints(api: FastifyInstance): void {
  serve(api, 'createCustomer', ({ ctx, account: { country }, body }) =>
    createCustomer(ctx, { ...parseRequest(createCustomerSchema, body), country }),
  )
  serve(api, 'listCustomers', ({ ctx, account: { country }, query }) => listCustomers(ctx, query, country))
  serve(api, 'getCustomer', ({ ctx, id }) => getCustomer(ctx, id))
  serve(api, 'updateCustomer', ({ ctx, account: { country }, id, body }) =>
    updateCustomer(ctx, id, { ...parseRequest(updateCustomerSchema, body), country }),
  )
}
