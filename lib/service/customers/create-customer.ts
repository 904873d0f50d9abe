import type { CreateCustomer, Customer } from '@/lib/contract/customer'
import { newId } from '@/lib/contract/ids'
import type { CustomerSource } from '@/lib/contract/states'
import { findRow, type Queryable } from '@/lib/platform/database'
import type { ServiceContext } from '@/lib/service/context'
import { insertOf } from '@/lib/service/insert-row'
import { emailKeyOf, findConflictingCustomer, phoneKeyOf, writeUnlessConflict } from './conflicting-customer'
import { type CustomerRow, customerCardJoin, customerColumns, renderCustomer } from './customer-row'

/** A parsed request, and the account's country (ISO 3166 alpha-2), in which local numbers are read. */
export type NewCustomer = CreateCustomer & { country: string }

/** Creates a customer for the merchant (contract: POST /customers). Throws 409 `customer_already_exists`. */
export async function createCustomer(ctx: ServiceContext, input: NewCustomer): Promise<Customer> {
  const { country, ...fields } = input
  const keys = { phoneKey: phoneKeyOf(input.phone, country), emailKey: emailKeyOf(input.email) }
  const customer = {
    ...fields,
    ...keys,
    accountId: ctx.accountId,
    source: 'MERCHANT',
    now: ctx.now(),
  } as const
  const row = await writeUnlessConflict(
    () => insertCustomer(ctx.db, customer),
    () => findConflictingCustomer(ctx.db, ctx.accountId, keys),
  )
  return renderCustomer(row)
}

export interface CustomerToInsert {
  accountId: string
  name: string
  phone: string
  phoneKey: string
  email: string | null
  emailKey: string | null
  notes: string | null
  external_ref: string | null
  source: CustomerSource
  now: Date
}

/** Inserts a new ACTIVE customer; null if phone or e-mail is taken. The transaction stays usable. */
export async function insertCustomer(tx: Queryable, customer: CustomerToInsert): Promise<CustomerRow | null> {
  const { accountId, name, phone, phoneKey, email, emailKey, source, notes, external_ref, now } = customer
  const keys = { account_id: accountId, id: newId('cus', now), phone_key: phoneKey, email_key: emailKey }
  const row = { ...keys, name, phone, email, source, notes, external_ref, created_at: now }
  const { insert, values } = insertOf('service.customer', row)
  return findRow<CustomerRow>(tx, {
    name: 'insert-customer',
    text: `WITH c AS (
        ${insert} ON CONFLICT DO NOTHING
        RETURNING account_id, id, name, phone, email, status, source, notes, external_ref, created_at
      )
      SELECT ${customerColumns} FROM c ${customerCardJoin}`,
    values,
  })
}
