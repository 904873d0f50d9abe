import type { Customer, ListCustomers } from '@/lib/contract/customer'
import { type List, toList } from '@/lib/contract/list'
import type { CustomerSource, CustomerStatus } from '@/lib/contract/states'
import { formatExpiry } from '@/lib/domain/card'
import { phoneIdentity } from '@/lib/domain/phone'
import type { ServiceContext } from '@/lib/service/context'
import { keysetList, listOf, rowOf } from '@/lib/service/lists/keyset-query'

/** A row of service.customer with the visible fields of the saved card. The card's four columns are null together. */
export interface CustomerRow {
  account_id: string
  id: string
  name: string
  phone: string
  email: string | null
  status: CustomerStatus
  source: CustomerSource
  notes: string | null
  external_ref: string | null
  created_at: Date
  card_brand: string | null
  card_last4: string | null
  card_expiry_month: number | null
  card_expiry_year: number | null
}

export const customerColumns = `c.account_id, c.id, c.name, c.phone, c.email, c.status, c.source, c.notes, c.external_ref,
  c.created_at, s.brand AS card_brand, s.last4 AS card_last4, s.expiry_month AS card_expiry_month,
  s.expiry_year AS card_expiry_year`

export const customerCardJoin =
  'LEFT JOIN service.saved_card s ON s.account_id = c.account_id AND s.customer_id = c.id'

/** Returns the customer in the contract's form (Resources: customer), for responses and events. */
export function renderCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    object: 'customer',
    name: row.name,
    phone: row.phone,
    email: row.email,
    status: row.status,
    source: row.source,
    notes: row.notes,
    external_ref: row.external_ref,
    card: renderCard(row),
    created_at: row.created_at.toISOString(),
  }
}

function renderCard({ card_brand, card_last4, card_expiry_month, card_expiry_year }: CustomerRow) {
  if (card_expiry_month === null || card_expiry_year === null) return null
  const expiry = formatExpiry({ month: card_expiry_month, year: card_expiry_year })
  return { brand: card_brand, last4: card_last4, expiry }
}

/** Returns one customer with the saved card. Throws `resource_not_found`, also for another account's. */
export async function getCustomer(ctx: ServiceContext, customerId: string): Promise<Customer> {
  return renderCustomer(await getCustomerRow(ctx, customerId))
}

/** Returns the row of `getCustomer`. Throws `resource_not_found`. */
export function getCustomerRow(
  ctx: Pick<ServiceContext, 'accountId' | 'db'>,
  customerId: string,
): Promise<CustomerRow> {
  return rowOf(ctx, customerList, customerId)
}

const customerList = keysetList('customer', 'c', customerColumns, customerCardJoin)

/** Returns a page of the account's customers; local phones are read in `country` (ISO 3166 alpha-2). */
export async function listCustomers(
  ctx: ServiceContext,
  query: ListCustomers,
  country: string,
): Promise<List<Customer>> {
  const { phone, email, external_ref, status, ...page } = query
  const phone_key = phone === undefined ? undefined : phoneIdentity(phone, country)
  // A text that is not a phone matches no customer.
  if (phone_key === null) return toList('customer', [], query.limit, renderCustomer)
  const equals = { phone_key, email_key: email, external_ref, status }
  return listOf(ctx, customerList, { ...page, equals }, renderCustomer)
}
