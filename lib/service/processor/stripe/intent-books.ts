import { findRow, type Handle } from '@/lib/platform/database'

/** A row of stripe.intent: what is known of one of our references. Amount in minor units, Stripe's and ours. */
export interface IntentRow {
  reference: string
  intent_id: string | null
  /** Stripe's customer whose saved card pays, or for whom the card is saved. */
  customer_id: string | null
  /** SHA-256 of the payment method that pays; null for a reference that was barred first. */
  method_hash: Buffer | null
  /** The merchant's part of the line on the cardholder's statement. */
  statement_suffix: string | null
  amount_minor: number
  currency: string
  /** True once the reference was voided or declined: its intent is never confirmed. */
  barred: boolean
  /** Our code of its decline, once one was seen: Stripe forgets it. */
  decline_code: string | null
}

const intentColumns =
  'reference, intent_id, customer_id, method_hash, statement_suffix, amount_minor, currency, barred, decline_code'

export type NewIntent = Omit<IntentRow, 'intent_id' | 'barred' | 'decline_code'>

/** Writes a reference before anything is asked of Stripe, once, and returns its row. */
export async function beginIntent(db: Handle, intent: NewIntent, now: Date): Promise<IntentRow> {
  const { reference, customer_id, method_hash, statement_suffix, amount_minor, currency } = intent
  const { rows } = await db.query<IntentRow>({
    name: 'stripe-begin',
    text: `INSERT INTO stripe.intent (reference, customer_id, method_hash, statement_suffix, amount_minor, currency,
        created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (reference) DO NOTHING RETURNING ${intentColumns}`,
    values: [reference, customer_id, method_hash, statement_suffix, amount_minor, currency, now],
  })
  return rows[0] ?? requireIntent(db, reference)
}

/** Stores the id of the created intent; false if the reference was barred meanwhile. */
export async function keepIntentId(db: Handle, reference: string, id: string, now: Date): Promise<boolean> {
  const { count } = await db.query({
    name: 'stripe-keep-id',
    text: `UPDATE stripe.intent SET intent_id = $2, updated_at = $3 WHERE reference = $1 AND NOT barred`,
    values: [reference, id, now],
  })
  return count === 1
}

/** Bars a reference for ever, also one that is not known yet, and returns its row. */
export async function barIntent(db: Handle, reference: string, now: Date): Promise<IntentRow> {
  const row = await findRow<IntentRow>(db, {
    name: 'stripe-bar',
    text: `INSERT INTO stripe.intent AS i (reference, amount_minor, currency, barred, created_at, updated_at)
      VALUES ($1, 0, '', true, $2, $2)
      ON CONFLICT (reference) DO UPDATE SET barred = true, updated_at = $2 RETURNING ${intentColumns}`,
    values: [reference, now],
  })
  if (!row) throw new Error('a reference could not be barred')
  return row
}

/** Stores a decline, and bars the reference: its intent is confirmed once. */
export async function keepDecline(db: Handle, reference: string, code: string, now: Date): Promise<void> {
  await db.query({
    name: 'stripe-keep-decline',
    text: `UPDATE stripe.intent SET decline_code = $2, barred = true, updated_at = $3
      WHERE reference = $1 AND decline_code IS NULL`,
    values: [reference, code, now],
  })
}

/** Returns a reference's row; null for an unknown reference. */
export async function findIntent(db: Handle, reference: string): Promise<IntentRow | null> {
  return findRow<IntentRow>(db, {
    name: 'stripe-find',
    text: `SELECT ${intentColumns} FROM stripe.intent WHERE reference = $1`,
    values: [reference],
  })
}

/** Returns the row of an intent of Stripe; null for a foreign one. */
export async function findIntentById(db: Handle, intentId: string): Promise<IntentRow | null> {
  return findRow<IntentRow>(db, {
    text: `SELECT ${intentColumns} FROM stripe.intent WHERE intent_id = $1`,
    values: [intentId],
  })
}

/** Returns the row of a known reference. Throws for an unknown one. */
export async function requireIntent(db: Handle, reference: string): Promise<IntentRow> {
  const row = await findIntent(db, reference)
  if (!row) throw new Error('Stripe was never asked about this reference')
  return row
}

/** Returns Stripe's customer of a person; null before there is one. */
export async function findStripeCustomer(db: Handle, reference: string): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>({
    name: 'stripe-customer',
    text: 'SELECT customer_id FROM stripe.customer WHERE reference = $1',
    values: [reference],
  })
  return rows[0]?.customer_id ?? null
}

/** Stores Stripe's customer of a person, the first one for ever. */
export async function keepStripeCustomer(
  db: Handle,
  reference: string,
  id: string,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'stripe-keep-customer',
    text: `INSERT INTO stripe.customer (reference, customer_id, created_at) VALUES ($1, $2, $3)
      ON CONFLICT (reference) DO NOTHING`,
    values: [reference, id, now],
  })
}

/** Returns the mark of this database, which every intent carries: a restored copy has the same. */
export async function readMark(db: Handle): Promise<string> {
  const { rows } = await db.query<{ mark: string }>({
    name: 'stripe-mark',
    text: 'SELECT mark FROM stripe.installation',
  })
  if (!rows[0]) throw new Error('stripe.installation has no row')
  return rows[0].mark
}

/** Stores the account at Stripe with the first call, and returns the stored one. */
export async function keepStripeAccount(db: Handle, accountId: string): Promise<string> {
  const { rows } = await db.query<{ account_id: string }>({
    text: 'UPDATE stripe.installation SET account_id = coalesce(account_id, $1) RETURNING account_id',
    values: [accountId],
  })
  return rows[0]?.account_id ?? accountId
}
