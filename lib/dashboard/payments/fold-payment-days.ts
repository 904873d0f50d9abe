import type { Dashboard } from '@/lib/dashboard/context'

/** Number of differences that a page adds up without a noticeable delay. */
const DIFFERENCES_MAX = 500

/**
 * Folds the differences of every connection that has at least `from` of them into one row per day, status and currency.
 * Any number of workers may call it.
 * @returns the number of connections that were folded
 */
export async function foldPaymentDays(
  { database }: Pick<Dashboard, 'database'>,
  { from = DIFFERENCES_MAX }: { from?: number } = {},
): Promise<number> {
  const system = database.as('checkout_dashboard_system')
  const { rows } = await system.query<{ id: string }>({
    name: 'unfolded-payment-days',
    text: `SELECT connection_id AS id FROM dashboard.payment_day WHERE NOT folded
      GROUP BY connection_id HAVING count(*) >= $1`,
    values: [from],
  })
  for (const { id } of rows) {
    await system.query({
      name: 'fold-payment-days',
      text: 'SELECT dashboard.fold_payment_days($1)',
      values: [id],
    })
  }
  return rows.length
}
