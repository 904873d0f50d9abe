import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ChargeProblem, type ChargeState, REPEATS_ENDED } from '@/lib/dashboard/schema/charge'
import { mirrorPayment } from './call-charge'
import { type ChargeRow, chargeColumns, isOld, notifyCharge, readCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import type { HostChargeResult } from './host-charge-result'
import { mayHaveCollected } from './matching-payments'

/** Pauses between repetitions of the same request; the last one repeats. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 10_000] as const
/** Number of failed calls after which the pauses are long. */
const CALLS_MAX = 180
const LONG_PAUSE_MS = 5 * 60_000
/** Time after a call with an unknown effect until the host has either executed it or never will. */
export const QUIET_MS = 2 * 60_000

/** Next state of a charge. */
interface Move {
  state: ChargeState
  /** True if only the process that holds the charge may make the move. */
  owned: boolean
  problem?: ChargeProblem | null
  paymentId?: string | null
  linkId?: string | null
  audit: 'done' | 'failed' | 'unknown'
}

/**
 * Stores the host's response to a charge's request (docs/charging.md). Returns the charge in its new state: a response
 * that arrives too late to move it changes nothing.
 */
export async function storeHostResult(
  ctx: ConnectionContext,
  charge: ChargeRow,
  answer: HostChargeResult,
): Promise<ChargeRow> {
  const { connectionId, db, now } = ctx
  const first = moveOf(charge, answer, now())
  const isGivenBack = first.state === 'DRAFT' && charge.state === 'UNKNOWN'
  // The host may have checked the card before it checked the key.
  const move =
    isGivenBack && (await mayHaveCollected(ctx, charge))
      ? { ...first, state: 'UNKNOWN' as const, audit: 'unknown' as const }
      : first
  const isOver = move.state === 'PAID' || move.state === 'LINKED' || move.state === 'DECLINED'
  const decline = answer.kind === 'declined' ? JSON.stringify(answer.decline) : null
  const stored = await db.transaction(async (tx) => {
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
        move.state,
        move.problem ? JSON.stringify(move.problem) : null,
        decline,
        move.paymentId ?? null,
        move.linkId ?? null,
        answer.requestId,
        isOver,
        now(),
        move.state === 'UNKNOWN' && !isOld(charge, now())
          ? new Date(now().getTime() + pauseMs(charge, move.problem ?? null))
          : null,
        answer.kind === 'unknown' && move.problem?.code !== REPEATS_ENDED,
        statesBefore(move.state, 'response'),
        move.owned ? charge.owner : null,
      ],
    })
    const [row] = rows
    if (!row) return null
    const details = {
      request_id: answer.requestId,
      state: row.state,
      ...(row.problem ? { problem: row.problem.code } : {}),
    }
    await finishAudit({ ...ctx, db: tx }, `aud_${charge.id}`, move.audit, { details })
    await notifyCharge(tx, row)
    return row
  })
  if (stored?.payment_id && isOver) await mirrorPayment(ctx, stored.payment_id)
  return stored ?? (await readCharge(db, connectionId, charge.id)) ?? charge
}

function moveOf(charge: ChargeRow, answer: HostChargeResult, now: Date): Move {
  switch (answer.kind) {
    case 'paid':
      if (charge.way === 'LINK') break
      return {
        state: 'PAID',
        owned: false,
        paymentId: answer.paymentId,
        audit: 'done',
      }
    case 'linked':
      if (charge.way === 'CARD') break
      return {
        state: 'LINKED',
        owned: false,
        linkId: answer.linkId,
        audit: 'done',
      }
    case 'declined':
      return {
        state: 'DECLINED',
        owned: false,
        paymentId: answer.paymentId,
        audit: 'failed',
      }
    case 'unresolved':
      return {
        state: 'UNRESOLVED',
        owned: false,
        problem: answer.problem,
        paymentId: answer.paymentId,
        audit: 'unknown',
      }
    case 'unknown':
      return {
        state: 'UNKNOWN',
        owned: true,
        problem: answer.problem,
        paymentId: answer.paymentId,
        audit: 'unknown',
      }
    case 'refused': {
      // An earlier request may have been executed. Only a 409 without a stored outcome shows that its key is unused, and
      // proves it once no request can be in flight; hosts give other refusals before they check the key.
      const since = charge.unknown_at ?? (charge.state === 'UNKNOWN' ? charge.sent_at : null)
      const isQuiet = since !== null && now.getTime() - since.getTime() > QUIET_MS
      const isNothingLeft = since === null || (isQuiet && answer.problem.status === 409)
      return isNothingLeft
        ? { state: 'DRAFT', owned: true, problem: answer.problem, audit: 'failed' }
        : { state: 'UNKNOWN', owned: true, problem: answer.problem, audit: 'unknown' }
    }
  }
  const problem = { status: 201, code: 'contract_mismatch', message: '', retry_after_s: null }
  return { state: 'UNKNOWN', owned: true, problem, audit: 'unknown' }
}

function pauseMs({ attempts }: ChargeRow, problem: ChargeProblem | null): number {
  const growing = attempts > CALLS_MAX ? LONG_PAUSE_MS : (PAUSES_MS[attempts - 1] ?? 10_000)
  return Math.max(growing, (problem?.retry_after_s ?? 0) * 1_000)
}
