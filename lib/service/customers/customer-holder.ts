import { ApiError, invalidParameters } from '@/lib/contract/errors'
import { emailIdentity } from '@/lib/domain/email-address'
import { phoneIdentity } from '@/lib/domain/phone'
import type { Queryable } from '@/lib/platform/database'

/** Under what a customer is unique within the account; undefined where the request leaves it alone. */
export interface CustomerKeys {
  phoneKey?: string | undefined
  emailKey?: string | null | undefined
}

/** `details` of a 409 `customer_already_exists`. */
export interface CustomerHolder {
  field: 'phone' | 'email'
  customer_id: string
}

/** More rounds than this, each lost to somebody else who then gave the phone back, do not happen by chance. */
const ROUNDS_MAX = 10

/** The phone's identity in an account's country (ISO 3166 alpha-2). Throws 400 `invalid_parameters`. */
export function phoneKeyOf(phone: string, country: string): string {
  const key = phoneIdentity(phone, country)
  if (key !== null) return key
  throw invalidParameters([{ field: 'phone', code: 'invalid_phone', message: 'Must be a phone number.' }])
}

/** The e-mail's identity; null for none. */
export function emailKeyOf(email: string | null): string | null {
  return email === null ? null : emailIdentity(email)
}

/** Who has this phone, else this e-mail, besides `exceptId`; archived customers keep theirs. */
export async function findHolder(
  db: Queryable,
  accountId: string,
  { phoneKey, emailKey }: CustomerKeys,
  exceptId: string | null = null,
): Promise<CustomerHolder | null> {
  const { rows } = await db.query<{ id: string; has_phone: boolean }>({
    name: 'find-customer-holder',
    text: `SELECT c.id, c.phone_key IS NOT DISTINCT FROM $2 AS has_phone FROM service.customer c
      WHERE c.account_id = $1 AND (c.phone_key = $2 OR c.email_key = $3) AND c.id IS DISTINCT FROM $4
      ORDER BY has_phone DESC LIMIT 1`,
    values: [accountId, phoneKey ?? null, emailKey ?? null, exceptId],
  })
  const [row] = rows
  return row ? { field: row.has_phone ? 'phone' : 'email', customer_id: row.id } : null
}

/**
 * Writes by `write`, which gives null where a unique index refused it, and then tells by `holder` who was in the way.
 * Nobody any more: it writes again. Throws 409 `customer_already_exists`, `details: {field, customer_id}`.
 */
export async function writeUnlessTaken<Row>(
  write: () => Promise<Row | null>,
  holder: () => Promise<CustomerHolder | null>,
): Promise<Row> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const written = await write()
    if (written) return written
    const found = await holder()
    if (found) throw new ApiError('customer_already_exists', { ...found })
  }
  throw new Error('a phone or an e-mail was taken and given back again and again')
}
