import type { Customer, UpdateCustomer } from '@/lib/contract/customer'
import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { isStorable } from '@/lib/domain/text'
import { databaseErrorCode } from '@/lib/platform/database'
import { actorText } from '@/lib/service/audit/record-audit'
import type { ServiceContext } from '@/lib/service/context'
import {
  type CustomerKeys,
  emailKeyOf,
  findConflictingCustomer,
  phoneKeyOf,
  writeUnlessConflict,
} from './conflicting-customer'
import {
  type CustomerRow,
  customerCardJoin,
  customerColumns,
  getCustomerRow,
  renderCustomer,
} from './customer-row'

/** Codes of Postgres: a unique index refused the row; two customers swap their phones concurrently. */
const TAKEN = new Set(['23505', '40P01'])

/** A parsed request; an absent field stays unchanged, null clears it. `country` is the account's (ISO 3166 alpha-2). */
export type CustomerChange = UpdateCustomer & { country: string }

/** Changes a customer (contract: PATCH). Throws `resource_not_found`, 409 `customer_already_exists`. */
export async function updateCustomer(
  ctx: ServiceContext,
  customerId: string,
  change: CustomerChange,
): Promise<Customer> {
  if (!isStorable(customerId)) throw new ApiError('resource_not_found')
  const { country, ...fields } = change
  const keys: CustomerKeys = {
    phoneKey: fields.phone === undefined ? undefined : phoneKeyOf(fields.phone, country),
    emailKey: fields.email === undefined ? undefined : emailKeyOf(fields.email),
  }
  const row = await writeUnlessConflict(
    () => writeChange(ctx, customerId, fields, keys),
    () => findConflictingCustomer(ctx.db, ctx.accountId, keys, customerId),
  )
  return renderCustomer(row)
}

/** Runs the update as a statement of its own: a unique index aborts nothing else. null after a refusal. */
async function writeChange(
  ctx: ServiceContext,
  customerId: string,
  fields: UpdateCustomer,
  { phoneKey, emailKey }: CustomerKeys,
): Promise<CustomerRow | null> {
  const sent = Object.entries({ ...fields, phone_key: phoneKey, email_key: emailKey }).filter(
    ([, value]) => value !== undefined,
  )
  if (sent.length === 0) return getCustomerRow(ctx, customerId)
  const now = ctx.now()
  const columns = sent.map(([column]) => column)
  const place = (index: number) => `$${index + 7}::text`
  try {
    const { rows } = await ctx.db.query<CustomerRow>({
      name: `set-customer+${columns.join('+')}`,
      text: `WITH changed AS (
          UPDATE service.customer c SET ${columns.map((column, i) => `${column} = ${place(i)}`).join(', ')}
          WHERE c.account_id = $1 AND c.id = $2
            AND ROW(${columns.map((column) => `c.${column}`).join(', ')}) IS DISTINCT FROM ROW(${columns.map((_, i) => place(i)).join(', ')})
          RETURNING c.account_id, c.id, c.name, c.phone, c.email, c.status, c.source, c.notes, c.external_ref, c.created_at
        ), traced AS (
          INSERT INTO service.audit_entry (account_id, id, actor, action, object_id, details, created_at)
          SELECT account_id, $3, $4, 'customer.updated', id, $5, $6 FROM changed
        )
        SELECT ${customerColumns} FROM changed c ${customerCardJoin}`,
      values: [
        ctx.accountId,
        customerId,
        newId('aud', now),
        actorText(ctx.actor),
        JSON.stringify({ fields: columns.filter((column) => column in fields) }),
        now,
        ...sent.map(([, value]) => value),
      ],
    })
    return rows[0] ?? (await getCustomerRow(ctx, customerId))
  } catch (error) {
    if (TAKEN.has(databaseErrorCode(error) ?? '')) return null
    throw error
  }
}
