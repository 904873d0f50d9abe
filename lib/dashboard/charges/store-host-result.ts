import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { ChargeProblem } from '@/lib/dashboard/schema/charge'
import { type ChargeRow, chargeColumns, isOld, knownCharge, notifyCharge, statesBefore } from './charge-row'
import { type HostChargeResult, MISMATCH } from './host-charge-result'
import { mayHaveCollected } from './matching-payments'

/** Pauses between repetitions of the same request; the last one repeats. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const
const LONGEST_PAUSE_MS = 10_000
/** Time after a call with an unknown effect until the host has either executed it or never will. */
export const QUIET_MS = 2 * 60_000

/** Result of a repetition that is not made any more, although the outcome is unknown. */
export const REPEATS_ENDED: HostChargeResult = {
  kind: 'unknown',
  problem: { status: 0, code: 'repeats_ended', message: '', retry_after_s: null },
  paymentId: null,
  requestId: null,
}

/** Next state of a charge. With `isOwned` only the process that holds the charge may make the move. */
const moves = {
  paid: { state: 'PAID', audit: 'done', isOwned: false },
  linked: { state: 'LINKED', audit: 'done', isOwned: false },
  declined: { state: 'DECLINED', audit: 'failed', isOwned: false },
  unresolved: { state: 'UNRESOLVED', audit: 'unknown', isOwned: false },
  unknown: { state: 'UNKNOWN', audit: 'unknown', isOwned: true },
  refused: { state: 'DRAFT', audit: 'failed', isOwned: true },
} as const satisfies Record<HostChargeResult['kind'], object>

/**
 * Stores the host's response to a charge's request (docs/charging.md). Returns the charge in its new state: a response
 * that arrives too late to move it changes nothing.
 */
export async function storeHostResult(
  ctx: ConnectionContext,
  charge: ChargeRow,
  answer: HostChargeResult,
): Promise<ChargeRow> {
  const { connectionId, now } = ctx
  const isOther = answer.kind === (charge.way === 'LINK' ? 'paid' : 'linked')
  const result = isOther ? { ...REPEATS_ENDED, problem: MISMATCH, requestId: answer.requestId } : answer
  const mayBeDone = result.kind === 'refused' && (await mayBeExecuted(ctx, charge, result.problem.status))
  const { state, audit, isOwned } = moves[mayBeDone ? 'unknown' : result.kind]
  const problem = 'problem' in result ? result.problem : null
  const isOver = state === 'PAID' || state === 'LINKED' || state === 'DECLINED'
  const stored = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'store-charge-answer',
      text: `UPDATE dashboard.charge SET state = $3, problem = $4, decline = COALESCE($5, decline),
          payment_id = COALESCE($6, payment_id), link_id = COALESCE($7, link_id), request_id = COALESCE($8, request_id),
          finished_at = CASE WHEN $9 THEN $10::timestamptz END, owner = NULL, lease_until = NULL, due_at = $11,
          unknown_at = CASE WHEN $12 THEN $10::timestamptz ELSE unknown_at END
        WHERE connection_id = $1 AND id = $2 AND ($14::text IS NULL OR owner = $14) AND state = ANY ($13)
          -- A member attached another payment while the response was in flight.
          AND (state <> 'PAID' OR (closed_by IS NOT NULL AND payment_id <> $6))
        RETURNING ${chargeColumns}`,
      values: [
        connectionId,
        charge.id,
        state,
        problem && JSON.stringify(problem),
        result.kind === 'declined' ? JSON.stringify(result.decline) : null,
        'paymentId' in result ? result.paymentId : null,
        result.kind === 'linked' ? result.linkId : null,
        result.requestId,
        isOver,
        now(),
        state === 'UNKNOWN' && !isOld(charge, now())
          ? new Date(now().getTime() + pauseMs(charge, problem))
          : null,
        result.kind === 'unknown' && result !== REPEATS_ENDED,
        statesBefore(state, 'response'),
        isOwned ? charge.owner : null,
      ],
    })
    const [row] = rows
    if (!row) return null
    const code = row.problem ? { problem: row.problem.code } : {}
    const details = { request_id: result.requestId, state: row.state, ...code }
    await finishAudit({ ...ctx, db: tx }, `aud_${charge.id}`, audit, { details })
    await notifyCharge(tx, row)
    return row
  })
  if (stored?.payment_id && isOver) await mirrorPayment(ctx, stored.payment_id)
  return stored ?? knownCharge(ctx, charge.id)
}

/**
 * Returns whether an earlier request than the refused one may have been executed. Only a 409 without a stored outcome
 * shows that its key is unused, and proves it once no request can be in flight and no payment may belong to the charge:
 * hosts give other refusals before they check the key, and may check the card before it.
 */
async function mayBeExecuted(ctx: ConnectionContext, charge: ChargeRow, status: number): Promise<boolean> {
  const since = charge.unknown_at ?? (charge.state === 'UNKNOWN' ? charge.sent_at : null)
  if (since === null) return false
  const isQuiet = ctx.now().getTime() - since.getTime() > QUIET_MS
  return !isQuiet || status !== 409 || mayHaveCollected(ctx, charge)
}

function pauseMs({ attempts }: ChargeRow, problem: ChargeProblem | null): number {
  return Math.max(PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS, (problem?.retry_after_s ?? 0) * 1_000)
}

/** Short, because a page waits for the outcome. */
const FETCH_TIMEOUT_MS = 2_000

/** Fetches the payment of a charge into the mirror, so that pages show it before its webhook arrives. */
async function mirrorPayment(ctx: ConnectionContext, id: string): Promise<void> {
  try {
    await fetchObject(ctx, 'payments', id, AbortSignal.timeout(FETCH_TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ payment: id, problem: error.message }, 'the payment of a charge was not fetched')
  }
}
