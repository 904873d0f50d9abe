import type { Charge } from '@/lib/contract/charge'
import { declineOf } from '@/lib/contract/declines'
import { ApiError, toErrorBody } from '@/lib/contract/errors'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { toMajor } from '@/lib/domain/money'
import type { Answer } from '@/lib/service/idempotency/used-key'
import type { ChargeIntent, ChargeOutcome } from './charge-store'

/**
 * Returns the stored response of a saved card's charge once the outcome is known (contract: charges, behaviour 1 and
 * 3).
 */
export function cardChargeAnswer(intent: ChargeIntent, outcome: ChargeOutcome): Answer {
  switch (outcome.status) {
    case 'APPROVED':
      return created({
        object: 'charge',
        customer_id: intent.customerId ?? '',
        amount: toMajor(intent.amountMinor, intent.currency),
        currency: intent.currency,
        paid: true,
        payment_id: intent.paymentId,
        payment_url: null,
        payment_link: null,
      })
    case 'FAILED':
      return declined(outcome.declineCode, intent)
    // VOIDED here means that the account lost its right to charge meanwhile. A stored 409 makes the client look it up.
    case 'VOIDED':
    case 'TIMEOUT':
      return unresolvedAnswer(intent.paymentId, intent.requestId)
  }
}

/** Returns the response of a charge that the customer pays by a link (contract: charges, behaviour 2). */
export function linkChargeAnswer(customerId: string, link: PaymentLink): Answer {
  return created({
    object: 'charge',
    customer_id: customerId,
    amount: link.amount,
    currency: link.currency,
    paid: false,
    payment_id: null,
    payment_url: link.url,
    payment_link: link,
  })
}

function created(charge: Charge): Answer {
  return { status: 201, body: JSON.stringify(charge) }
}

function declined(declineCode: string, { paymentId, requestId }: ChargeIntent): Answer {
  const { code, advice, retryable } = declineOf(declineCode)
  const error = new ApiError(
    code === 'authentication_required' ? 'authentication_required' : 'card_declined',
    {
      decline_code: code,
      advice,
      retryable,
      payment_id: paymentId,
    },
  )
  return { status: error.status, body: JSON.stringify(toErrorBody(error, requestId)) }
}

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
