import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { mirrorPayment } from '@/lib/dashboard/charges/store-host-result'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { HostRefundResult } from './host-refund'
import { knownRefund, notifyRefund, type RefundRow, refundColumns, refundStatesBefore } from './refund-row'

/** Pauses between two questions about one refund: doubled each time, because a bank may take hours. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10 * 60_000

/** Next state of a refund and outcome of its audit entry; a `refund` has its own status. */
const moves = {
  named: { state: 'PENDING', audit: 'unknown' },
  not_made: { state: 'NOT_MADE', audit: 'failed' },
  refused: { state: 'DRAFT', audit: 'failed' },
  waiting: { state: 'UNKNOWN', audit: 'unknown' },
  unknown: { state: 'UNKNOWN', audit: 'unknown' },
} as const
const auditOf = { SUCCEEDED: 'done', FAILED: 'failed', PENDING: 'unknown' } as const

/**
 * Stores what a call revealed about a refund (docs/refunds.md), and mirrors its payment. Returns the refund in its new
 * state: an answer that arrives too late to move it changes nothing.
 */
export async function storeRefundResult(
  ctx: ConnectionContext,
  row: RefundRow,
  result: HostRefundResult,
): Promise<RefundRow> {
  const { connectionId } = ctx
  const now = ctx.now()
  const refund = result.kind === 'refund' ? result.refund : null
  const { state, audit } = moveOf(row, result)
  const isFinal = state === 'SUCCEEDED' || state === 'FAILED'
  const problem = 'problem' in result ? result.problem : null
  const isAskedAgain = state === 'UNKNOWN' || state === 'PENDING'
  const stored = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<RefundRow>({
      name: 'store-refund-answer',
      text: `UPDATE dashboard.refund SET state = $3, problem = $4, decline_code = $5, fee_returned = $6,
          host_refund_id = COALESCE($7, host_refund_id), request_id = COALESCE($8, request_id), owner = NULL,
          lease_until = NULL, due_at = $9, finished_at = CASE WHEN $10 THEN $11::timestamptz END,
          unknown_at = CASE WHEN $12 THEN $11::timestamptz ELSE unknown_at END
        WHERE connection_id = $1 AND id = $2 AND state = ANY ($13) AND ($14::text IS NULL OR owner = $14)
        RETURNING ${refundColumns}`,
      values: [
        ...[connectionId, row.id, state, problem && JSON.stringify(problem)],
        refund?.decline_code ?? null,
        refund?.fee_returned === undefined ? null : String(refund.fee_returned),
        refund?.id ?? (result.kind === 'named' ? result.refundId : null),
        result.requestId,
        isAskedAgain ? new Date(now.getTime() + pauseMs(row, problem?.retry_after_s ?? 0)) : null,
        isFinal || state === 'NOT_MADE',
        now,
        result.kind === 'unknown',
        refundStatesBefore(state, 'response'),
        isFinal ? null : row.owner,
      ],
    })
    const [moved] = rows
    if (!moved) return null
    const code = moved.problem ? { problem: moved.problem.code } : {}
    const details = { request_id: result.requestId, state: moved.state, ...code }
    await finishAudit({ ...ctx, db: tx }, `aud_${row.id}`, audit, { details })
    await notifyRefund(tx, moved)
    return moved
  })
  if (stored && (refund || result.kind === 'named')) await mirrorPayment(ctx, row.payment_id)
  return stored ?? knownRefund(ctx, row.id)
}

function moveOf({ state }: RefundRow, result: HostRefundResult) {
  if (result.kind === 'refund') return { state: result.refund.status, audit: auditOf[result.refund.status] }
  return state === 'PENDING' ? moves.named : moves[result.kind]
}

function pauseMs({ attempts }: RefundRow, retryAfterS: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS)
  return Math.max(pause, retryAfterS * 1_000)
}
