import { ApiError, type FieldError, fieldErrorsIn } from '@/lib/contract/errors'
import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
} from '@/lib/dashboard/client/host-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Problem } from '@/lib/dashboard/schema/action-result'
import { refusals } from '@/lib/messages/refusals'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { isShareBusy } from '@/lib/platform/shares'
import { SnapshotBusy } from '@/lib/platform/snapshot'

/** Returns the public part of any thrown value; nothing internal is included. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal)
    return withDetails(error.code, refusals.own[error.code], error.fields, error.requestId)
  // The contract's own checks throw the errors of the API.
  if (error instanceof ApiError && error.code === 'invalid_parameters')
    return withDetails(error.code, refusals.own.invalid_parameters, fieldErrorsIn(error.details), null)
  if (error instanceof ApiError && error.code === 'resource_not_found')
    return { code: error.code, message: refusals.own.resource_not_found }
  if (error instanceof HostRefused) {
    const fields = fieldErrorsIn(error.details)
    const problem = withDetails(error.knownCode ?? error.code, sentenceOf(error), fields, error.requestId)
    return error.knownCode === 'customer_already_exists' ? withExisting(problem, error) : problem
  }
  if (error instanceof AccountDisconnected)
    return { code: 'account_disconnected', message: refusals.own.account_disconnected }
  if (error instanceof HostUnreachable)
    return { code: 'host_unreachable', message: refusals.own.host_unreachable }
  if (error instanceof ContractMismatch)
    return withDetails('contract_mismatch', refusals.own.contract_mismatch, [], error.requestId)
  if (isShareBusy(error)) return { code: 'team_busy', message: refusals.own.team_busy }
  if (isDatabaseAway(error)) return { code: 'service_unavailable', message: refusals.own.service_unavailable }
  if (error instanceof SnapshotBusy) return { code: 'exports_busy', message: refusals.own.exports_busy }
  return { code: 'internal_error', message: refusals.own.internal_error }
}

/** Adds the taken field and the customer who has it (decisions: phone or e-mail taken), if the host names them. */
function withExisting(problem: Problem, { details }: HostRefused): Problem {
  const field = details.field === 'email' ? 'email' : 'phone'
  return {
    ...problem,
    fields: [{ field, code: problem.code, message: problem.message }],
    ...(typeof details.customer_id === 'string' ? { customerId: details.customer_id } : {}),
  }
}

/** Returns our own message: the host's is written for the developers of its clients. */
function sentenceOf({ code, knownCode, status }: HostRefused): string {
  const sentences: Readonly<Record<string, string>> = refusals.host
  const sentence = knownCode === null ? undefined : sentences[knownCode]
  if (sentence) return sentence
  if (status >= 500) return refusals.hostFailed
  return status === 409 ? refusals.hostConflict : refusals.hostOther(code)
}

function withDetails(
  code: string,
  message: string,
  fields: readonly FieldError[],
  requestId: string | null,
): Problem {
  return {
    code,
    message,
    ...(fields.length > 0 ? { fields } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
}
