import type { Charge } from '@/lib/contract/charge'
import { declineIn } from '@/lib/contract/errors'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { HostResponse } from '@/lib/dashboard/client/contract-client'
import {
  AccountDisconnected,
  ContractMismatch,
  type HostError,
  HostRefused,
} from '@/lib/dashboard/client/host-errors'
import type { ChargeDecline, ChargeProblem } from '@/lib/dashboard/schema/charge'
import { shorten } from '@/lib/domain/text'

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
export const MISMATCH = { status: 201, code: 'contract_mismatch', message: '', retry_after_s: null }

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
