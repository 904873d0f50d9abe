import type { Customer } from '@/lib/contract/customer'
import { ApiError } from '@/lib/contract/errors'
import { isStorable } from '@/lib/domain/text'
import type { ServiceContext } from '@/lib/service/context'
import { type CustomerRow, customerCardJoin, customerColumns, renderCustomer } from './customer-row'

/**
 * Returns one customer with the saved card (contract: GET /customers/{id}). Throws `resource_not_found`, also for
 * another account's id.
 */
export async function getCustomer(ctx: ServiceContext, customerId: string): Promise<Customer> {
  return renderCustomer(await getCustomerRow(ctx, customerId))
}

/** Returns the row of `getCustomer`. Throws `resource_not_found`. */
export async function getCustomerRow(
  ctx: Pick<ServiceContext, 'accountId' | 'db'>,
  customerId: string,
): Promise<CustomerRow> {
  // Postgres refuses NUL in a text: no customer has such an id.
  if (!isStorable(customerId)) throw new ApiError('resource_not_found')
  const { rows } = await ctx.db.query<CustomerRow>({
    name: 'get-customer',
    text: `SELECT ${customerColumns} FROM service.customer c ${customerCardJoin} WHERE c.account_id = $1 AND c.id = $2`,
    values: [ctx.accountId, customerId],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return rows[0]
}
