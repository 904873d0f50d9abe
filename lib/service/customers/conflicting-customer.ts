import { ApiError, invalidParameters } from '@/lib/contract/errors'
import { emailIdentity } from '@/lib/domain/email-address'
import { phoneIdentity, phoneSpellings } from '@/lib/domain/phone'
import { databaseErrorCode, type Handle, type Queryable } from '@/lib/platform/database'
import { emailForms } from '@/lib/platform/typed-url'

/** Unique keys of a customer within the account; undefined if the request leaves one unchanged. */
export interface CustomerKeys {
  phoneKey?: string | undefined
  emailKey?: string | null | undefined
}

/** `details` of a 409 `customer_already_exists`. */
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

/**
 * Returns the keys under which a phone may be stored: its identity, and those of earlier versions, which read former
 * numberings and labels as other numbers. `country` is the account's.
 */
export function phoneKeysOf(phoneKey: string, country: string): string[] {
  const former = phoneSpellings(phoneKey)
    .flatMap((digits) => [digits, `+${digits}`])
    .filter((key) => key !== phoneKey && phoneIdentity(key, country) === phoneKey)
  return [phoneKey, ...former]
}

/**
 * Moves the customer who is stored under a key of an earlier version to the identity, so that the unique indexes refuse a
 * second customer. If another one has the identity already, both stay as they are (`operator check --phones`). Runs as a
 * statement of its own.
 */
export async function adoptFormerKeys(
  db: Queryable,
  accountId: string,
  { phoneKey, emailKey, country }: CustomerKeys & { country: string },
): Promise<void> {
  const keys = {
    phone_key: phoneKey === undefined ? [] : phoneKeysOf(phoneKey, country),
    // Earlier versions stored the domain as it was sent.
    email_key: typeof emailKey === 'string' ? emailForms(emailKey) : [],
  }
  for (const [column, [key, ...former]] of Object.entries(keys)) {
    if (key === undefined || former.length === 0) continue
    await db
      .query({
        name: `adopt-${column}`,
        text: `UPDATE service.customer SET ${column} = $2
          WHERE account_id = $1 AND id = (
              SELECT id FROM service.customer WHERE account_id = $1 AND ${column} = ANY ($3::text[]) ORDER BY created_at, id LIMIT 1
            ) AND NOT EXISTS (SELECT FROM service.customer WHERE account_id = $1 AND ${column} = $2)`,
        values: [accountId, key, former],
      })
      .catch((error: unknown) => {
        // Another request gave the identity to a customer at the same time.
        if (databaseErrorCode(error) !== '23505') throw error
      })
  }
}

/** Returns the customer who has this phone, else this e-mail, besides `exceptId`; archived customers keep theirs. */
export async function findConflictingCustomer(
  db: Queryable,
  accountId: string,
  { phoneKey, emailKey }: CustomerKeys,
  exceptId: string | null = null,
): Promise<ConflictingCustomer | null> {
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
 * Runs `write`, which returns null if a unique index refused it, and then finds the conflicting customer by `holder`.
 * If there is none any more, it writes again. Throws 409 `customer_already_exists`, `details: {field, customer_id}`.
 */
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

/** Rows per statement: the identity of each is computed here. */
const PAGE = 2_000

/** Customers of one account whose phones are the same number. */
export interface EqualPhones {
  account_id: string
  customer_ids: string[]
  /** Their phones as sent, in the order of the ids. */
  phones: string[]
}

interface PhoneRow {
  account_id: string
  id: string
  phone: string
  country: string
}

/**
 * Returns the customers whose phones were different under an earlier identity and are equal now. The service leaves them
 * as they are; the merchant archives one or changes its phone. `db` is a handle of `checkout_system`.
 */
export async function listEqualPhones(db: Handle): Promise<EqualPhones[]> {
  const byPhone = new Map<string, EqualPhones>()
  let after = { account_id: '', id: '' }
  for (;;) {
    const { rows } = await db.query<PhoneRow>({
      name: 'list-phones',
      text: `SELECT c.account_id, c.id, c.phone, a.country FROM service.customer c JOIN service.account a ON a.id = c.account_id
        WHERE (c.account_id, c.id) > ($1, $2) ORDER BY c.account_id, c.id LIMIT ${PAGE}`,
      values: [after.account_id, after.id],
    })
    for (const { account_id, id, phone, country } of rows) {
      const key = `${account_id} ${phoneIdentity(phone, country) ?? id}`
      const found = byPhone.get(key) ?? { account_id, customer_ids: [], phones: [] }
      found.customer_ids.push(id)
      found.phones.push(phone)
      byPhone.set(key, found)
    }
    const last = rows.at(-1)
    if (!last) break
    after = last
  }
  return [...byPhone.values()].filter(({ customer_ids }) => customer_ids.length > 1)
}
