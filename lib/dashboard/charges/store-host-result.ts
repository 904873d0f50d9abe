import type { Charge } from '@/lib/contract/charge'
import { declineIn } from '@/lib/contract/errors'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { HostResponse } from '@/lib/dashboard/client/contract-client'
import {
  AccountDisconnected,
  ContractMismatch,
  type HostError,
  HostRefused,
  isHostError,
} from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { ChargeDecline, ChargeProblem } from '@/lib/dashboard/schema/charge'
import { shorten } from '@/lib/domain/text'
import { type ChargeRow, chargeColumns, isOld, knownCharge, notifyCharge, statesBefore } from './charge-row'
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

/** Fetches a payment that the host has changed into the mirror, so that pages show it before its webhook arrives. */
export async function mirrorPayment(ctx: ConnectionContext, id: string): Promise<void> {
  try {
    await fetchObject(ctx, 'payments', id, AbortSignal.timeout(FETCH_TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ payment: id, problem: error.message }, 'a changed payment was not fetched')
  }
}

/** Meaning of the response to a charge's request (contract: customers, charges; idempotency rules). */
export type HostChargeResult = { requestId: string | null } & (
  | { kind: 'paid'; paymentId: string }
  | { kind: 'linked'; linkId: string }
  | { kind: 'declined'; decline: ChargeDecline; paymentId: string | null }
  /** The host has stored an unknown outcome. */
  | { kind: 'unresolved'; problem: ChargeProblem; paymentId: string | null }
  /** This call executed nothing; an earlier one may have. */
  | { kind: 'refused'; problem: ChargeProblem }
  | { kind: 'unknown'; problem: ChargeProblem; paymentId: string | null }
)

/** Problem of a 201 that names neither the payment nor the link of the request. */
const MISMATCH = { status: 201, code: 'contract_mismatch', message: '', retry_after_s: null }

/** Code points of a host's code and advice, which are stored with the charge. */
const DECLINE_TEXT_MAX = 200

/** Statuses for access, path and rate limit: a response with one of them executed nothing. */
const refusedUnread: ReadonlySet<number> = new Set([401, 403, 404, 429])

const unresolvedCodes: ReadonlySet<string> = new Set(['charge_unresolved', 'idempotency_unresolved'])

/** Interprets a successful response; one that names neither payment nor link is `unknown`. */
export function resultOfResponse({ data, requestId }: HostResponse<Charge>): HostChargeResult {
  const { paid, payment_id: paymentId, payment_link: link } = data
  if (paid && paymentId !== null)
    return { kind: 'paid', paymentId: paymentId.slice(0, ID_TEXT_MAX), requestId }
  if (!paid && link !== null) return { kind: 'linked', linkId: link.id.slice(0, ID_TEXT_MAX), requestId }
  return {
    kind: 'unknown',
    problem: MISMATCH,
    paymentId: paymentId?.slice(0, ID_TEXT_MAX) ?? null,
    requestId,
  }
}

/** Interprets a failed call. */
export function resultOfFailure(error: HostError): HostChargeResult {
  const { requestId } = error
  const problem = problemOf(error)
  const refused = error instanceof HostRefused ? error : null
  const named = refused?.details.payment_id
  const paymentId = typeof named === 'string' && named !== '' ? named.slice(0, ID_TEXT_MAX) : null
  if (refused?.status === 402) {
    const known = declineIn(refused.details)
    const decline = {
      code: shorten(known?.decline_code ?? refused.code, DECLINE_TEXT_MAX),
      message: refused.message,
      advice: known ? shorten(known.advice, DECLINE_TEXT_MAX) : null,
      retryable: known?.retryable ?? null,
    }
    return { kind: 'declined', decline, paymentId, requestId }
  }
  // Until the 409 is stored, the first request may still be running.
  const isUnresolved = refused?.status === 409 && unresolvedCodes.has(refused.code)
  if (isUnresolved && refused.isReplay) return { kind: 'unresolved', problem, paymentId, requestId }
  // An unreadable response, such as a proxy's page, is inconclusive, except for statuses that precede any processing.
  const isUnread = error instanceof ContractMismatch && !refusedUnread.has(error.status)
  return error.effect === 'none' && !isUnresolved && !isUnread
    ? { kind: 'refused', problem, requestId }
    : { kind: 'unknown', problem, paymentId, requestId }
}

function problemOf(error: HostError): ChargeProblem {
  if (error instanceof HostRefused) {
    const { status, message, retryAfterS } = error
    return { status, code: error.knownCode ?? error.code, message, retry_after_s: retryAfterS }
  }
  const status = 'status' in error ? error.status : 0
  const retryAfterS = 'retryAfterS' in error ? error.retryAfterS : null
  const silent = error instanceof AccountDisconnected ? 'account_disconnected' : 'host_unreachable'
  return { ...MISMATCH, status, code: status === 0 ? silent : MISMATCH.code, retry_after_s: retryAfterS }
}
