import type { Settlement } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { toStorable } from './storable-text'

/**
 * Writes the settlement of its payments into the mirror: a payment raises no event when it is settled. Payments that the
 * mirror lacks bring their settlement along when they come.
 */
export async function assignSettlement(
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
  { id, payments = [] }: Settlement,
): Promise<void> {
  await db.query({
    name: 'assign-settlement',
    text: `WITH assigned AS (
        UPDATE dashboard.mirror_payment
        SET settlement_id = $2, snapshot = jsonb_set(snapshot, '{settlement_id}', to_jsonb($2::text))
        WHERE connection_id = $1 AND id = ANY($3) AND settlement_id IS DISTINCT FROM $2 RETURNING 1
      )
      SELECT pg_notify('${LIVE_CHANNEL}', $4) WHERE EXISTS (SELECT FROM assigned)`,
    values: [
      connectionId,
      toStorable(id),
      payments.map((payment) => toStorable(payment.id)),
      changeMessage(connectionId, 'payments', null),
    ],
  })
}
