import { knownCustomers, knownCustomersSchema } from '@/lib/dashboard/customers/known-customers'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { dataRoute } from '@/lib/dashboard/web/data-route'

/** The existing customers that match the values of a form. */
export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('customers.write', async ({ member, query }) => ({
  known: await knownCustomers(member.ctx, readQuery(knownCustomersSchema, query)),
}))
