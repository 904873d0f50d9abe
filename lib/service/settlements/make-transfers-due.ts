import type { Queryable } from '@/lib/platform/database'

/**
 * Makes transfers due now, whatever they wait for: that of one settlement, also after a refusal, or all but the refused
 * ones. Returns the settlements' ids, oldest first. `db` is a handle of `checkout_system`.
 */
export async function makeTransfersDue(
  db: Queryable,
  settlementId: string | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string; created_at: Date }>({
    text: `UPDATE service.settlement SET due_at = least(due_at, $2),
        transfer_step = CASE transfer_step WHEN 'REFUSED' THEN 'WAITING' ELSE transfer_step END
      WHERE status = 'PENDING' AND (id = $1 OR ($1::text IS NULL AND transfer_step <> 'REFUSED')) RETURNING id, created_at`,
    values: [settlementId, now],
  })
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).map(({ id }) => id)
}
