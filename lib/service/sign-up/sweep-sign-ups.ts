import type { Handle } from '@/lib/platform/database'

/**
 * Deletes sign-up forms and shown messages older than a day, and clears cards whose code was not entered in time.
 * Returns the number of rows deleted or cleared. `db` is a handle of `checkout_system`.
 */
export async function sweepSignUps(db: Handle, now: Date): Promise<number> {
  const { count: forms } = await db.query({
    text: `DELETE FROM service.sign_up WHERE created_at < $1::timestamptz - interval '1 day'`,
    values: [now],
  })
  const { count: cards } = await db.query({
    text: `UPDATE service.sign_up SET customer_id = NULL, phone_key = NULL, code_mac = NULL, token_sealed = NULL,
        brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
      WHERE customer_id IS NOT NULL AND expires_at < $1`,
    values: [now],
  })
  const { count: messages } = await db.query({
    text: `DELETE FROM service.shown_message WHERE created_at < $1::timestamptz - interval '1 day'`,
    values: [now],
  })
  return forms + cards + messages
}
