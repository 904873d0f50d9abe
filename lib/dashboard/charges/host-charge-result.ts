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
export type HostChargeResult =
  | { kind: 'paid'; paymentId: string; requestId: string | null }
  | { kind: 'linked'; linkId: string; requestId: string | null }
  | { kind: 'declined'; decline: ChargeDecline; paymentId: string | null; requestId: string | null }
  /** The host has stored an unknown outcome. */
  | { kind: 'unresolved'; problem: ChargeProblem; paymentId: string | null; requestId: string | null }
  /** This call executed nothing; an earlier one may have. */
  | { kind: 'refused'; problem: ChargeProblem; requestId: string | null }
  | { kind: 'unknown'; problem: ChargeProblem; paymentId: string | null; requestId: string | null }

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
  const problem = { status: 201, code: 'contract_mismatch', message: '', retry_after_s: null }
  return { kind: 'unknown', problem, paymentId: paymentId?.slice(0, ID_TEXT_MAX) ?? null, requestId }
}

/** Interprets a failed call. */
export function resultOfFailure(error: HostError): HostChargeResult {
  const { requestId } = error
  const problem = problemOf(error)
  if (!(error instanceof HostRefused)) {
    // An unreadable response, such as a proxy's page, is inconclusive, except for statuses that precede any processing.
    const isUnread = error instanceof ContractMismatch && !refusedUnread.has(error.status)
    return error.effect === 'none' && !isUnread
      ? { kind: 'refused', problem, requestId }
      : { kind: 'unknown', problem, paymentId: null, requestId }
  }
  const { status, code, details, message } = error
  const named = details.payment_id
  const paymentId = typeof named === 'string' && named !== '' ? named.slice(0, ID_TEXT_MAX) : null
  if (status === 402) {
    const known = declineIn(details)
    const decline = {
      code: shorten(known?.decline_code ?? code, DECLINE_TEXT_MAX),
      message,
      advice: known ? shorten(known.advice, DECLINE_TEXT_MAX) : null,
      retryable: known?.retryable ?? null,
    }
    return { kind: 'declined', decline, paymentId, requestId }
  }
  if (status === 409 && unresolvedCodes.has(code)) {
    // Until the 409 is stored, the first request may still be running.
    return error.isReplay
      ? { kind: 'unresolved', problem, paymentId, requestId }
      : { kind: 'unknown', problem, paymentId, requestId }
  }
  return error.effect === 'none'
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
  return {
    status,
    code: status === 0 ? silent : 'contract_mismatch',
    message: '',
    retry_after_s: retryAfterS,
  }
}
