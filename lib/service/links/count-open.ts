import type { Database } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { findAccountOf } from '@/lib/service/accounts/account-row'

export interface Open {
  linkId: string
  browser: string
  now: Date
}

/** Counts a link's first open by a browser on a day of the account's zone. Returns whether it was counted. */
export async function countOpen(database: Database, { linkId, browser, now }: Open): Promise<boolean> {
  const accountId = await findAccountOf(database, 'link_account', linkId)
  if (!accountId) return false
  const { count } = await database.as('checkout_service', accountId).query({
    name: 'count-open',
    // Older days are no longer needed, and a cookie is renewed long before.
    text: `WITH today AS (
        SELECT (($4::timestamptz) AT TIME ZONE timezone)::date AS day FROM service.account WHERE id = $1
      ), gone AS (
        DELETE FROM service.link_open USING today
        WHERE account_id = $1 AND link_id = $2 AND link_open.day < today.day - 1
      ), first AS (
        INSERT INTO service.link_open (account_id, link_id, day, browser_hash)
        SELECT $1, $2, day, $3 FROM today ON CONFLICT DO NOTHING RETURNING link_id
      )
      UPDATE service.payment_link l SET open_count = open_count + 1, last_opened_at = greatest(last_opened_at, $4)
      FROM first WHERE l.account_id = $1 AND l.id = first.link_id`,
    values: [accountId, linkId, sha256(browser), now],
  })
  return count === 1
}
