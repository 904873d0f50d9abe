import type { Queryable } from '@/lib/platform/database'

/** Locks a payment until the transaction ends: its refunds and disputes change one after another. */
export async function lockPayment(
  tx: Queryable,
  { accountId, paymentId }: { accountId: string; paymentId: string },
): Promise<void> {
  await tx.query({
    name: 'payment-lock',
    text: 'SELECT FROM service.payment WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [accountId, paymentId],
  })
}

/** Locks a payment. Returns its event's time: `now`, but later than each earlier event. */
export async function lockForEvent(
  tx: Queryable,
  { accountId, paymentId }: { accountId: string; paymentId: string },
  now: Date,
): Promise<Date> {
  await lockPayment(tx, { accountId, paymentId })
  const { rows } = await tx.query<{ last: Date | null }>({
    name: 'payment-last-event',
    text: 'SELECT max(created_at) AS last FROM service.event WHERE account_id = $1 AND object_id = $2',
    values: [accountId, paymentId],
  })
  const last = rows[0]?.last
  return last && last >= now ? new Date(last.getTime() + 1) : now
}
