import type { RefundReason } from '@/lib/contract/refund'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ShownRefund } from '@/lib/dashboard/schema/refund'
import type { RefundState } from '@/lib/dashboard/schema/tabs'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'

/**
 * Causes of a move. `send`: a member's press. `repeat`: a worker claims the refund, when due or after the lease of a dead
 * process. `response`: what the host answered or lists. `report`: what the mirrored payment contains.
 */
export type RefundTransitionCause = keyof typeof refundTransitions

const called = ['SENDING', 'UNKNOWN'] as const
const answerable = ['DRAFT', ...called, 'PENDING', 'NOT_MADE'] as const

/** All moves of a refund: for each cause the possible next states, with the states before (docs/refunds.md). */
export const refundTransitions = {
  send: { SENDING: ['DRAFT'] },
  repeat: { UNKNOWN: called, PENDING: ['PENDING'] },
  response: {
    DRAFT: called,
    UNKNOWN: called,
    PENDING: [...called, 'PENDING'],
    NOT_MADE: ['UNKNOWN'],
    // A host returns the same refund under one key forever, so its final refund counts in any state.
    SUCCEEDED: answerable,
    FAILED: answerable,
  },
  // A bank may return the money of a refund that had succeeded.
  report: { FAILED: ['SUCCEEDED'] },
} as const satisfies Record<string, Partial<Record<RefundState, readonly RefundState[]>>>

/** Returns the states from which a cause moves to `to`. */
export function refundStatesBefore(to: RefundState, by: RefundTransitionCause): readonly RefundState[] {
  const moves: Partial<Record<RefundState, readonly RefundState[]>> = refundTransitions[by]
  return moves[to] ?? []
}

export interface RefundRow extends Omit<ShownRefund, 'amount' | 'fee_returned' | 'created_at'> {
  connection_id: string
  /** Postgres' numeric, in major units. */
  amount: string
  amount_minor: number
  idempotency_key: string
  user_id: string | null
  attempts: number
  owner: string | null
  /** The refund at the host, once it is named. */
  host_refund_id: string | null
  fee_returned: string | null
  reason: RefundReason
  created_at: Date
  sent_at: Date | null
  /** Time of the last call whose effect is unknown. */
  unknown_at: Date | null
}

export const refundColumns =
  `connection_id, id, payment_id, state, amount, amount_minor, currency, reason, note, idempotency_key, user_id, attempts,
  owner, problem, host_refund_id, decline_code, fee_returned, request_id, created_at, sent_at, unknown_at` as const

/** Returns a refund as pages see it. */
export function shownRefund(row: RefundRow): ShownRefund {
  const { id, payment_id, state, currency, reason, note, problem, decline_code, request_id } = row
  return {
    ...{ id, payment_id, state, currency, reason, note, problem, decline_code, request_id },
    amount: Number(row.amount),
    fee_returned: row.fee_returned === null ? null : Number(row.fee_returned),
    created_at: row.created_at.toISOString(),
  }
}

/** Reads a refund. Throws Refusal `resource_not_found`. */
export async function knownRefund(
  { connectionId, db }: { connectionId: string; db: Queryable },
  id: string,
): Promise<RefundRow> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const { rows } = await db.query<RefundRow>({
    name: 'read-refund',
    text: `SELECT ${refundColumns} FROM dashboard.refund WHERE connection_id = $1 AND id = $2`,
    values: [connectionId, id],
  })
  if (!rows[0]) throw new Refusal('resource_not_found')
  return rows[0]
}

/** Notifies every open page, once the transaction of `db` commits, to refetch the payment of a refund and its refunds. */
export async function notifyRefund(
  db: Queryable,
  { connection_id, payment_id }: Pick<RefundRow, 'connection_id' | 'payment_id'>,
): Promise<void> {
  await db.query({
    name: 'notify-refund',
    text: `SELECT pg_notify('${LIVE_CHANNEL}', $1)`,
    values: [changeMessage(connection_id, 'payments', payment_id)],
  })
}
