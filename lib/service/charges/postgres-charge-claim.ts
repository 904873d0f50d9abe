import type { Handle, Queryable } from '@/lib/platform/database'
import { readKey } from '@/lib/service/idempotency/used-key'
import type { ChargeIntent, ClaimResult } from './charge-store'
import { storeConsentedCard } from './save-consented-card'

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
        payer_name, payer_email, customer_id, link_id, description, card_brand, card_last4, created_at, payer_language)
      SELECT $1, payment_id, $7, $8, 'PENDING', 'AUTHORIZING', $9, clock_timestamp() + $10 * interval '1 millisecond',
        $11, $12, $13, $14, $15, $16, $17, $6, $19
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
      intent.payerLanguage ?? null,
    ],
  })
  return count === 1
}
