import { asciiDigits } from '@/lib/domain/ascii-digits'
import { findRow, type Queryable } from '@/lib/platform/database'
import { type Aad, codeMac, type Keyring, sha256 } from '@/lib/platform/secrets'
import { openCard, type SavedCardRow } from '@/lib/service/customers/saved-card'
import type { CardToken } from '@/lib/service/processor/port'

/** Key of a sent form: its account, and the token that only its own page has. */
export interface FormKey {
  accountId: string
  form: string
}

/** A card that a known phone's sign-up will save in place of the saved one, once the code is entered. */
export interface PendingCard {
  customerId: string
  phoneKey: string
  codeMac: Buffer
  card: CardToken
}

type PendingCardRow = SavedCardRow & { customer_id: string | null; phone_key: string; code_mac: Buffer }

/** Stores a card with its form; false if the phone is no ACTIVE customer's, so that no code may be sent. */
export async function storePendingCard(
  tx: Queryable,
  keyring: Keyring,
  { accountId, form, phoneKey, codeMac, card }: FormKey & Omit<PendingCard, 'customerId'>,
): Promise<boolean> {
  const { count } = await tx.query({
    name: 'hold-new-card',
    text: `UPDATE service.sign_up s SET customer_id = c.id, phone_key = c.phone_key, code_mac = $4, token_sealed = $5,
        brand = $6, last4 = $7, expiry_month = $8, expiry_year = $9
      FROM service.customer c
      WHERE s.account_id = $1 AND s.form_hash = $2 AND c.account_id = $1 AND c.phone_key = $3 AND c.status = 'ACTIVE'`,
    values: [
      accountId,
      sha256(form),
      phoneKey,
      codeMac,
      keyring.seal(card.token, pendingCardAad({ accountId, formHash: sha256(form) })),
      card.brand,
      card.last4,
      card.expiryMonth,
      card.expiryYear,
    ],
  })
  return count === 1
}

/** Uses one of a form's tries. undefined: none is left, or the code is over; null: no card waits. */
export async function consumeCodeAttempt(
  db: Queryable,
  keyring: Keyring,
  { accountId, form }: FormKey,
  now: Date,
): Promise<PendingCard | null | undefined> {
  const row = await findRow<PendingCardRow>(db, {
    name: 'take-code-try',
    text: `UPDATE service.sign_up SET tries = tries + 1
      WHERE account_id = $1 AND form_hash = $2 AND with_card AND confirmed_at IS NULL AND tries < $3 AND expires_at > $4
      RETURNING customer_id, phone_key, code_mac, token_sealed, brand, last4, expiry_month, expiry_year`,
    values: [accountId, sha256(form), CODE_TRIES_MAX, now],
  })
  if (!row) return undefined
  // A check of the table ensures that these columns are null together.
  if (row.customer_id === null) return null
  const { customer_id: customerId, phone_key: phoneKey, code_mac: codeMac } = row
  const card = openCard(keyring, row, pendingCardAad({ accountId, formHash: sha256(form) }))
  return { customerId, phoneKey, codeMac, card }
}

/** Uses up a waiting card's code in the transaction that saves it; false if it is over. */
export async function consumePendingCard(
  tx: Queryable,
  { accountId, form }: FormKey,
  { customerId, phoneKey, codeMac }: PendingCard,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query({
    name: 'use-waiting-card',
    text: `UPDATE service.sign_up s SET confirmed_at = $6, customer_id = NULL, phone_key = NULL, code_mac = NULL,
        token_sealed = NULL, brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
      FROM service.customer c
      WHERE s.account_id = $1 AND s.form_hash = $2 AND s.confirmed_at IS NULL AND s.expires_at > $6
        AND s.customer_id = $3 AND s.phone_key = $4 AND s.code_mac = $5
        AND c.account_id = $1 AND c.id = $3 AND c.phone_key = $4 AND c.status = 'ACTIVE'`,
    values: [accountId, sha256(form), customerId, phoneKey, codeMac, now],
  })
  return count === 1
}

/** Returns the AAD of a waiting card's token, which opens with its own form only. */
export function pendingCardAad({ accountId, formHash }: { accountId: string; formHash: Buffer }): Aad {
  return { table: 'sign_up', column: 'token_sealed', row: formHash.toString('hex'), tenant: accountId }
}

/** Number of digits that people copy without a mistake; ten minutes and five tries leave a guess at 1 in 200,000. */
export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 10 * 60_000
const CODE_TRIES_MAX = 5

/** Limit of codes sent to one phone: three at once, then one in twenty minutes. */
export const codesPerPhone = { rate: 1 / 1200, burst: 3 } as const

/** Returns the stored form of a code, which is valid for this form, this phone and this account only. */
export function signUpCodeMac(
  secret: string,
  { accountId, form, phoneKey }: FormKey & { phoneKey: string },
  code: string,
): Buffer {
  return codeMac(secret, ['join', accountId, form, phoneKey], code)
}

/** Returns the digits of a typed or pasted code; null if the text is not a code. */
export function parseTypedCode(text: string): string | null {
  const code = asciiDigits(text).replace(/[\s-]/g, '')
  return /^\d+$/.test(code) && code.length === CODE_DIGITS ? code : null
}
