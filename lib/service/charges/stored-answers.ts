import { ApiError, toErrorBody } from '@/lib/contract/errors'
import type { Answer } from '@/lib/service/idempotency/used-key'

/** Returns the stored response of an interrupted request (contract: Idempotency rules, 7). */
export function cutOffAnswer(paymentId: string, requestId: string): Answer {
  return errorAnswer(new ApiError('idempotency_unresolved', { payment_id: paymentId }), requestId)
}

/** Returns the stored response after a lost response of the processor (contract: Idempotency rules, 6). */
export function unresolvedAnswer(paymentId: string, requestId: string): Answer {
  return errorAnswer(new ApiError('charge_unresolved', { payment_id: paymentId }), requestId)
}

function errorAnswer(error: ApiError, requestId: string): Answer {
  return { status: error.status, body: JSON.stringify(toErrorBody(error, requestId)) }
}
