import type { RefundReason } from '@/lib/contract/refund'
import { type KeyedRow, KeyedTable, keyedColumns } from '@/lib/dashboard/charges/keyed-table'
import type { ChargeProblem } from '@/lib/dashboard/charges/shape'
import type { RefundState } from './shape'

/** Refund as pages show it; amounts in major units. */
export type ShownRefund = {
  id: string
  payment_id: string
  state: RefundState
  amount: number
  currency: string
  reason: RefundReason
  note: string | null
  /** Last response without an outcome. */
  problem: ChargeProblem | null
  decline_code: string | null
  /** Part of the payment's fee that came back; null without any. */
  fee_returned: number | null
  request_id: string | null
  created_at: string
}

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

export type RefundRow = KeyedRow &
  Omit<ShownRefund, keyof KeyedRow | 'fee_returned'> & {
    /** The refund at the host, once it is named. */
    host_refund_id: string | null
    fee_returned: string | null
  }

export const refundTable = new KeyedTable<RefundRow, RefundState, RefundTransitionCause>({
  name: 'refund',
  columns: `${keyedColumns}, payment_id, reason, note, host_refund_id, decline_code, fee_returned`,
  moves: refundTransitions,
  unsent: `state = 'DRAFT' AND sent_at IS NULL`,
  shownIn: ({ payment_id }) => [['payments', payment_id]],
})

export function shownRefund(row: RefundRow): ShownRefund {
  const { id, payment_id, state, currency, reason, note, problem, decline_code, request_id } = row
  return {
    ...{ id, payment_id, state, currency, reason, note, problem, decline_code, request_id },
    amount: Number(row.amount),
    fee_returned: row.fee_returned === null ? null : Number(row.fee_returned),
    created_at: row.created_at.toISOString(),
  }
}
