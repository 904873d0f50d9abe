import type { ConnectionContext } from '@/lib/dashboard/context'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { ORDER_UNCERTAINTY_MS } from './order-uncertainty'
import { serializeWrites } from './serialize-writes'
import { toStorable } from './storable-text'

export interface SettledPayments {
  /** Id of the settlement. */
  id: string
  paymentIds: readonly string[]
  /** `HostResponse.at` of the detail. */
  at: Date
}

/**
 * Writes the settlement of its payments into the mirror: a payment raises no event when it is settled. Payments that the
 * mirror lacks contain their settlement when they arrive. A clearly later response of a payment wins over the detail. A
 * payment that has the settlement already is not written.
 */
export async function assignSettlement(
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
  { id, paymentIds, at }: SettledPayments,
): Promise<void> {
  if (paymentIds.length === 0) return
  const statement = {
    name: 'assign-settlement',
    // Rows are locked in the same order as by every other writer, because a removal does not serialize with them.
    text: `WITH differing AS MATERIALIZED (
        SELECT id FROM dashboard.mirror_payment
        WHERE connection_id = $1 AND id = ANY($3) AND settlement_id IS DISTINCT FROM $2
          AND (confirmed_at IS NULL OR confirmed_at <= $5::timestamptz + ${ORDER_UNCERTAINTY_MS} * interval '1 ms')
        ORDER BY id FOR UPDATE
      ), assigned AS (
        UPDATE dashboard.mirror_payment m
        SET settlement_id = $2, snapshot = jsonb_set(snapshot, '{settlement_id}', to_jsonb($2::text)),
          settled_at = GREATEST(m.settled_at, $5::timestamptz)
        FROM differing WHERE m.connection_id = $1 AND m.id = differing.id
        RETURNING 1
      )
      SELECT pg_notify('${LIVE_CHANNEL}', $4) WHERE EXISTS (SELECT FROM assigned)`,
    values: [
      connectionId,
      toStorable(id),
      paymentIds.map(toStorable),
      changeMessage(connectionId, 'payments', null),
      at,
    ],
  }
  await serializeWrites(db, { connectionId, noun: 'payments', objects: paymentIds.length }, (tx) =>
    tx.query(statement),
  )
}

/** A settlement stored before `settled_at` existed has the time of the row. */
const isOlder = 'COALESCE(m.settled_at, m.confirmed_at, m.seen_at) > excluded.seen_at'

/** A report of a payment that is older than its settlement contains none; an event never removes one. */
export const keepsSettlement = {
  answer: `m.settlement_id IS NOT NULL AND ${isOlder}`,
  event: `m.settlement_id IS NOT NULL AND (excluded.settlement_id IS NULL OR ${isOlder})`,
} as const

/** Returns the value that an upsert sets for an applied report: the reported one, or the settlement of the row. */
export function appliedValue(noun: MirrorNoun, column: string, keeps: string): string {
  const reported = `excluded.${column}`
  if (noun !== 'payments') return reported
  if (column === 'settlement_id' || column === 'settled_at')
    return `CASE WHEN ${keeps} THEN m.${column} ELSE ${reported} END`
  if (column !== 'snapshot') return reported
  return `CASE WHEN ${keeps} THEN jsonb_set(${reported}, '{settlement_id}', to_jsonb(m.settlement_id)) ELSE ${reported} END`
}

/** Returns the column `settled_at` of a payment, with its value; empty for other nouns. */
export function settledColumn(
  noun: MirrorNoun,
  { settlement, at }: { settlement: string; at: string },
): Settled {
  if (noun !== 'payments') return []
  return [['settled_at', `CASE WHEN ${settlement} IS NOT NULL THEN ${at}::timestamptz END`]]
}

type Settled = readonly (readonly [column: string, value: string])[]
