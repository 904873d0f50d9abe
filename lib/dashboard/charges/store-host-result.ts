import type { Charge } from '@/lib/contract/charge'
import { declineIn } from '@/lib/contract/errors'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
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
import { shorten } from '@/lib/domain/text'
import { type ChargeRow, chargeTable, isOld } from './charge-row'
import { QUIET_MS } from './keyed-table'
import { mayHaveCollected } from './matching-payments'
import type { ChargeDecline, ChargeProblem, ChargeState } from './shape'

/** Longest pause between repetitions of the same request. */
const LONGEST_PAUSE_MS = 10_000

/** Result of a repetition that is not made any more, although the outcome is unknown. */
export const REPEATS_ENDED: HostChargeResult = {
  kind: 'unknown',
  problem: { status: 0, code: 'repeats_ended', message: '', retry_after_s: null },
  paymentId: null,
  requestId: null,
}

const moves = {
  paid: 'PAID',
  linked: 'LINKED',
  declined: 'DECLINED',
  unresolved: 'UNRESOLVED',
  unknown: 'UNKNOWN',
  refused: 'DRAFT',
} as const satisfies Record<HostChargeResult['kind'], ChargeState>

/** Stores the host's response (docs/charging.md); one that arrives too late changes nothing. Returns the charge. */
export async function storeHostResult(ctx: ConnectionContext, charge: ChargeRow, answer: HostChargeResult) {
  const isOther = answer.kind === (charge.way === 'LINK' ? 'paid' : 'linked')
  const result = isOther ? { ...REPEATS_ENDED, problem: MISMATCH, requestId: answer.requestId } : answer
  const mayBeDone = result.kind === 'refused' && (await mayBeExecuted(ctx, charge, result.problem.status))
  const state = moves[mayBeDone ? 'unknown' : result.kind]
  const stored = await chargeTable.store(ctx, charge, {
    state,
    isUnknown: result.kind === 'unknown' && result !== REPEATS_ENDED,
    problem: 'problem' in result ? result.problem : null,
    requestId: result.requestId,
    longestPauseMs: state === 'UNKNOWN' && !isOld(charge, ctx.now()) ? LONGEST_PAUSE_MS : null,
    values: {
      payment_id: 'paymentId' in result ? result.paymentId : null,
      link_id: result.kind === 'linked' ? result.linkId : null,
      decline: result.kind === 'declined' ? JSON.stringify(result.decline) : null,
    },
    // A member attached another payment while the response was in flight.
    where: `AND (state <> 'PAID' OR (closed_by IS NOT NULL AND payment_id <> $12))`,
  })
  if (stored?.payment_id && stored.finished_at) await mirrorPayment(ctx, stored.payment_id)
  return stored ?? chargeTable.known(ctx, charge.id)
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
