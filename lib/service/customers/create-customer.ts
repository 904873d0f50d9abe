import type { CreateCustomer, Customer } from '@/lib/contract/customer'
import type { ServiceContext } from '@/lib/service/context'
import {
  adoptFormerKeys,
  emailKeyOf,
  findConflictingCustomer,
  phoneKeyOf,
  writeUnlessConflict,
} from './conflicting-customer'
import { renderCustomer } from './customer-row'
import { insertCustomer } from './insert-customer'

/** A parsed request, and the account's country (ISO 3166 alpha-2), in which local numbers are read. */
export type NewCustomer = CreateCustomer & { country: string }

/**
 * Creates a customer for the merchant (contract: POST /customers); raises no event. Throws 409
 * `customer_already_exists` with the id of the customer who has the phone or the e-mail.
 */
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
  await adoptFormerKeys(ctx.db, ctx.accountId, { ...keys, country })
  const row = await writeUnlessConflict(
    () => insertCustomer(ctx.db, customer),
    () => findConflictingCustomer(ctx.db, ctx.accountId, keys),
  )
  return renderCustomer(row)
}
