import type { Handle, Queryable } from '@/lib/platform/database'
import { storeConsentedCard } from '@/lib/service/customers/save-consented-card'
import type { Answer, ChargeIntent, ClaimResult } from './charge-store'

/** Runs T1: inserts the key and, if it was free, the PENDING payment with the card to save. */
export async function claimKey(
  db: Handle,
  intent: ChargeIntent,
  owner: string,
  leaseMs: number,
  now: Date,
): Promise<ClaimResult> {
  const { cardToSave } = intent
  const claimed = cardToSave
    ? await db.transaction(async (tx) => {
        const fresh = await insertClaim(tx, intent, owner, leaseMs, now)
        if (fresh) await storeConsentedCard(tx, intent, cardToSave, now)
        return fresh
      })
    : await insertClaim(db, intent, owner, leaseMs, now)
  if (claimed) return { kind: 'claimed' }
  // If a competing claim was rolled back in between, nothing runs, and the caller may retry.
  return (await readKey(db, intent)) ?? { kind: 'running', paymentId: null }
}

/** Inserts key and payment in one statement; returns false if the key is taken. */
async function insertClaim(
  db: Queryable,
  intent: ChargeIntent,
  owner: string,
  leaseMs: number,
  now: Date,
): Promise<boolean> {
  const { count } = await db.query({
    name: 'charge-claim',
    text: `WITH claimed AS (
        INSERT INTO service.idempotency_key (account_id, route, key_hash, fingerprint, payment_id, created_at, request_id)
        VALUES ($1, $2, $3, $4, $5, $6, $18) ON CONFLICT DO NOTHING RETURNING payment_id
      )
      INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, owner, lease_until,
        payer_name, payer_email, customer_id, link_id, description, card_brand, card_last4, created_at)
      SELECT $1, payment_id, $7, $8, 'PENDING', 'AUTHORIZING', $9, clock_timestamp() + $10 * interval '1 millisecond',
        $11, $12, $13, $14, $15, $16, $17, $6
      FROM claimed`,
    values: [
      intent.accountId,
      intent.route,
      intent.keyHash,
      intent.fingerprint,
      intent.paymentId,
      now,
      intent.amountMinor,
      intent.currency,
      owner,
      leaseMs,
      intent.payerName,
      intent.payerEmail,
      intent.customerId,
      intent.linkId,
      intent.description,
      intent.cardBrand,
      intent.cardLast4,
      intent.requestId,
    ],
  })
  return count === 1
}

export type KeyOfRequest = Pick<ChargeIntent, 'accountId' | 'route' | 'keyHash' | 'fingerprint'>

/** Columns of a key that `keyOf` reads. */
export interface KeyRow {
  fingerprint: Buffer
  payment_id: string | null
  answer_status: number | null
  answer_body: string | null
}

/** Returns the earlier request of a key; null if the key is unused. */
export async function readKey(
  db: Queryable,
  key: KeyOfRequest,
): Promise<Exclude<ClaimResult, { kind: 'claimed' }> | null> {
  const { rows } = await db.query<KeyRow>({
    name: 'charge-key',
    text: `SELECT fingerprint, payment_id, answer_status, answer_body FROM service.idempotency_key
      WHERE account_id = $1 AND route = $2 AND key_hash = $3`,
    values: [key.accountId, key.route, key.keyHash],
  })
  return rows[0] ? keyOf(rows[0], key) : null
}

/** Returns the result of the row of a key for a request with the same key. */
export function keyOf(
  row: KeyRow,
  key: Pick<KeyOfRequest, 'fingerprint'>,
): Exclude<ClaimResult, { kind: 'claimed' }> {
  if (!row.fingerprint.equals(key.fingerprint)) return { kind: 'reused' }
  if (row.answer_status === null) return { kind: 'running', paymentId: row.payment_id }
  const answer = { status: row.answer_status, body: row.answer_body ?? '' }
  return { kind: 'replay', answer, paymentId: row.payment_id }
}

/** Claims the key of a request that is executed and answered within `tx`, as done. false = the key is taken. */
export async function claimAnswered(
  tx: Queryable,
  key: KeyOfRequest & { requestId: string },
  answer: Answer,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query({
    name: 'claim-answered',
    text: `INSERT INTO service.idempotency_key
        (account_id, route, key_hash, fingerprint, state, answer_status, answer_body, request_id, created_at, done_at)
      VALUES ($1, $2, $3, $4, 'DONE', $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING`,
    values: [
      key.accountId,
      key.route,
      key.keyHash,
      key.fingerprint,
      answer.status,
      answer.body,
      key.requestId,
      now,
    ],
  })
  return count === 1
}
