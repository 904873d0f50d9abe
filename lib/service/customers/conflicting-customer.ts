import { ApiError, invalidParameters } from '@/lib/contract/errors'
import { emailIdentity } from '@/lib/domain/email-address'
import { phoneIdentity } from '@/lib/domain/phone'
import { findRow, type Queryable } from '@/lib/platform/database'

/** Unique keys of a customer within the account; undefined if the request leaves one unchanged. */
export interface CustomerKeys {
  phoneKey?: string | undefined
  emailKey?: string | null | undefined
}

export interface ConflictingCustomer {
  field: 'phone' | 'email'
  customer_id: string
}

/** Limit of rounds that are lost to another customer who then releases the phone; more do not happen by chance. */
const ROUNDS_MAX = 10

/** Returns the phone's identity in an account's country (ISO 3166 alpha-2). Throws 400 `invalid_parameters`. */
export function phoneKeyOf(phone: string, country: string): string {
  const key = phoneIdentity(phone, country)
  if (key !== null) return key
  throw invalidParameters([{ field: 'phone', code: 'invalid_phone', message: 'Must be a phone number.' }])
}

/** Returns the e-mail's identity; null for none. */
export function emailKeyOf(email: string | null): string | null {
  return email === null ? null : emailIdentity(email)
}

/** Returns the customer who has this phone, else this e-mail, besides `exceptId`; archived customers keep theirs. */
export async function findConflictingCustomer(
  db: Queryable,
  accountId: string,
  { phoneKey, emailKey }: CustomerKeys,
  exceptId: string | null = null,
): Promise<ConflictingCustomer | null> {
  const row = await findRow<{ id: string; has_phone: boolean }>(db, {
    name: 'find-customer-holder',
    text: `SELECT c.id, c.phone_key IS NOT DISTINCT FROM $2 AS has_phone FROM service.customer c
      WHERE c.account_id = $1 AND (c.phone_key = $2 OR c.email_key = $3) AND c.id IS DISTINCT FROM $4
      ORDER BY has_phone DESC LIMIT 1`,
    values: [accountId, phoneKey ?? null, emailKey ?? null, exceptId],
  })
  return row ? { field: row.has_phone ? 'phone' : 'email', customer_id: row.id } : null
}

/** Runs `write` until a unique index accepts it. Throws 409 `customer_already_exists` with the `holder`. */
export async function writeUnlessConflict<Row>(
  write: () => Promise<Row | null>,
  holder: () => Promise<ConflictingCustomer | null>,
): Promise<Row> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const written = await write()
    if (written) return written
    const found = await holder()
    if (found) throw new ApiError('customer_already_exists', { ...found })
  }
  throw new Error('a phone or an e-mail was taken and given back again and again')
}
