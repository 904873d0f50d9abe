import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'

/** Payments of one customer: approved ones in the account's currency, in major units, and the newest of them. */
export interface Collected {
  collected: number
  last_payment_at: string | null
}

/** Returns the approved payments of some customers, by customer id; a customer without any is absent. */
export async function collectedFrom(
  { db, connectionId, account }: ConnectionContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Collected>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; minor: string; last: Date }>({
    name: 'collected-from-customers',
    text: `SELECT customer_id AS id, COALESCE(sum(amount_minor) FILTER (WHERE currency = $3), 0)::text AS minor,
        max(created_at) AS last
      FROM dashboard.mirror_payment
      WHERE connection_id = $1 AND customer_id = ANY ($2) AND status = 'APPROVED' GROUP BY customer_id`,
    values: [connectionId, customerIds, account.currency],
  })
  return new Map(
    rows.map(({ id, minor, last }) => [
      id,
      { collected: shownAmount(BigInt(minor), account.currency), last_payment_at: last.toISOString() },
    ]),
  )
}
