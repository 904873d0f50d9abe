import type { Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type CustomerRow, customerColumns, renderCustomer } from '@/lib/service/customers/customer-row'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import type { CardToSave, ChargeIntent } from './charge-store'

/** Stores the card of a consenting payer until the payment ends; part of T1. */
export async function storeConsentedCard(
  tx: Queryable,
  intent: ChargeIntent,
  card: CardToSave,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'hold-card',
    text: `INSERT INTO service.card_to_save
        (account_id, payment_id, customer_id, token_sealed, brand, last4, expiry_month, expiry_year, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      intent.accountId,
      intent.paymentId,
      intent.customerId,
      card.tokenSealed,
      intent.cardBrand,
      intent.cardLast4,
      card.expiryMonth,
      card.expiryYear,
      now,
    ],
  })
}

/**
 * Turns the held card of an APPROVED payment into its customer's saved card, with the event, and drops it after any
 * other end; part of T3. Every end does this, also by the reconciler.
 */
export async function saveConsentedCard(
  tx: Queryable,
  payment: { account_id: string; id: string; status: string },
  now: Date,
): Promise<void> {
  const { account_id: accountId, id: paymentId } = payment
  const { rows } = await tx.query<CustomerRow>({
    name: 'keep-consented-card',
    text: `WITH held AS (
        DELETE FROM service.card_to_save WHERE account_id = $1 AND payment_id = $2
        RETURNING account_id, customer_id, token_sealed, brand, last4, expiry_month, expiry_year
      ), s AS (
        INSERT INTO service.saved_card
          (account_id, customer_id, token_sealed, brand, last4, expiry_month, expiry_year, created_at)
        SELECT account_id, customer_id, token_sealed, brand, last4, expiry_month, expiry_year, $4 FROM held
        WHERE $3 = 'APPROVED'
        ON CONFLICT (account_id, customer_id) DO UPDATE SET token_sealed = excluded.token_sealed, brand = excluded.brand,
          last4 = excluded.last4, expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year,
          created_at = excluded.created_at
        RETURNING account_id, customer_id, brand, last4, expiry_month, expiry_year
      )
      SELECT ${customerColumns} FROM s JOIN service.customer c ON c.account_id = s.account_id AND c.id = s.customer_id`,
    values: [accountId, paymentId, payment.status, now],
  })
  const [customer] = rows
  if (!customer) return
  await recordEvent(tx, { accountId, kind: 'customer.card_saved', object: renderCustomer(customer), now })
  await recordAudit(tx, {
    accountId,
    actor: { kind: 'payer' },
    action: 'customer.card_saved',
    objectId: customer.id,
    details: { payment_id: paymentId },
    now,
  })
}
