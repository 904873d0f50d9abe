import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ChargeDetail, sqlStates, unsettledStates } from '@/lib/dashboard/schema/charge'
import { type ChargeRow, onHostClock } from './charge-row'

/** Time within which two equal charges of one customer count as a possible mistake. */
export const SIMILAR_MS = 10 * 60_000

/**
 * SQL condition: a charge of the card that may have collected the same amount from the same customer ($3 customer, $4
 * amount, $5 since).
 */
export const isSimilar = `way = 'CARD' AND customer_id = $3 AND amount_minor = $4
  AND (state IN (${sqlStates(unsettledStates)}) OR (state = 'PAID' AND GREATEST(sent_at, unknown_at, finished_at) > $5))`

/**
 * Returns the SQL condition: a mirrored payment, by card or link, with the same parameters as `isSimilar`; $6 is the
 * currency, `since` the parameter with the start on the host's clock.
 */
export const isSimilarPayment = (since: string) => `customer_id = $3 AND amount_minor = $4 AND currency = $6
  AND status IN ('APPROVED', 'PENDING') AND created_at > ${since}`

/**
 * Returns the newest collected or pending payment of the same customer and amount known here, by default in the last ten
 * minutes.
 */
export async function similarTo(
  ctx: Pick<ConnectionContext, 'connectionId' | 'db' | 'now' | 'clock'>,
  charge: ChargeRow,
  since = new Date(ctx.now().getTime() - SIMILAR_MS),
): Promise<ChargeDetail['similar']> {
  const { connectionId, db } = ctx
  const { id, customer_id, amount_minor, currency } = charge
  const { rows } = await db.query<{ charge_id: string | null; payment_id: string | null; at: Date }>({
    name: 'similar-charges',
    text: `(SELECT id AS charge_id, payment_id, GREATEST(sent_at, unknown_at, finished_at) AS at FROM dashboard.charge
        WHERE connection_id = $1 AND id <> $2 AND ${isSimilar})
      UNION ALL
      (SELECT NULL, id, created_at FROM dashboard.mirror_payment
        WHERE connection_id = $1 AND ${isSimilarPayment('$7')})
      ORDER BY at DESC, charge_id NULLS LAST LIMIT 1`,
    values: [
      ...[connectionId, id, customer_id, amount_minor, since, currency],
      onHostClock(ctx, charge, since).earliest,
    ],
  })
  const [newest] = rows
  return newest ? { ...newest, at: newest.at.toISOString() } : null
}
