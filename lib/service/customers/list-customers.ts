import type { Customer, ListCustomers } from '@/lib/contract/customer'
import { type List, toList } from '@/lib/contract/list'
import { phoneIdentity } from '@/lib/domain/phone'
import { emailForms } from '@/lib/platform/typed-url'
import type { ServiceContext } from '@/lib/service/context'
import { type KeysetList, keysetPage } from '@/lib/service/lists/keyset-query'
import { phoneKeysOf } from './conflicting-customer'
import { type CustomerRow, customerCardJoin, customerColumns, renderCustomer } from './customer-row'

const list: KeysetList = {
  name: 'list-customers',
  columns: customerColumns,
  tables: `service.customer c ${customerCardJoin}`,
  alias: 'c',
}

/**
 * Returns a page of the account's customers (contract: GET /customers), by a parsed query; `country` (ISO 3166 alpha-2)
 * is the account's, in which a local number is read.
 */
export async function listCustomers(
  ctx: ServiceContext,
  query: ListCustomers,
  country: string,
): Promise<List<Customer>> {
  const { phone, email, external_ref, status, ...page } = query
  const identity = phone === undefined ? undefined : phoneIdentity(phone, country)
  // A text that is not a phone matches no customer.
  if (identity === null) return toList('customer', [], query.limit, renderCustomer)
  const phone_key = identity && phoneKeysOf(identity, country)
  const email_key = email && emailForms(email)
  const equals = { phone_key, email_key, external_ref, status }
  const statement = keysetPage(list, { ...page, accountId: ctx.accountId, equals })
  const { rows } = await ctx.db.query<CustomerRow>(statement)
  const keyed = rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  return toList('customer', keyed, query.limit, ({ row }) => renderCustomer(row))
}
