import { ApiError, invalidParameters, toErrorBody } from '@/lib/contract/errors'
import { fingerprintInput, parseIdempotencyKey } from '@/lib/contract/idempotency'
import { newId } from '@/lib/contract/ids'
import { parseCreateRefund } from '@/lib/contract/refund'
import { toDecimalString } from '@/lib/domain/money'
import { isStorable } from '@/lib/domain/text'
import { mayBeDone } from '@/lib/platform/database-away'
import { randomText, sha256 } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'
import { answerOfKey, KeyedAnswer } from '@/lib/service/idempotency/answer-once'
import { type Answer, type KeyOfRequest, readKey, type UsedKey } from '@/lib/service/idempotency/used-key'
import { type RefundRow, renderRefund } from '@/lib/service/payments/refund-row'
import {
  type Processor,
  ProcessorUnreachable,
  type RefundAnswer,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import {
  claimRefund,
  type RefundHold,
  type RefundIntent,
  type RefundSteps,
  refundSteps,
} from './refund-store'

const ROUTE = 'POST /payments/{id}/refunds'
/** Wait before an unanswered refund is repeated for the first time. */
export const FIRST_REPEAT_MS = 1_000

export interface RefundPaymentDeps {
  ctx: ServiceContext
  processor: Processor
  leaseMs: number
  processorTimeoutMs?: number
}

export interface RefundPaymentInput {
  paymentId: string
  body: Record<string, unknown>
  /** The amount's digits as sent, if known. */
  amountLiteral?: string | undefined
  idempotencyKey: string | undefined
  requestId: string
  currency: string
}

/**
 * Refunds a payment, or a part of it, at most once per key (docs/refunds.md). Returns 201 with the refund, or 409
 * `refund_unresolved`. Throws the errors that no key stores: 400, 404, 409 and 422.
 */
export async function refundPayment(
  deps: RefundPaymentDeps,
  input: RefundPaymentInput,
): Promise<KeyedAnswer> {
  const { ctx } = deps
  const sentKey = parseIdempotencyKey(input.idempotencyKey)
  const { amountMinor, reason, note } = parseCreateRefund(input.body, input)
  // Postgres refuses NUL in a text: no payment has such an id.
  if (!isStorable(input.paymentId)) throw new ApiError('resource_not_found')
  const key: KeyOfRequest = {
    accountId: ctx.accountId,
    route: ROUTE,
    keyHash: sha256(sentKey ?? `server-made ${randomText(32)}`),
    fingerprint: sha256(fingerprintInput(`/payments/${input.paymentId}/refunds`, input.body)),
  }
  const used = await readKey(ctx.db, key)
  if (used) return answerOfUsed(used)
  const intent: RefundIntent = {
    ...key,
    refundId: newId('ref', ctx.now()),
    paymentId: input.paymentId,
    amountMinor,
    reason,
    note,
    requestId: input.requestId,
  }
  const owner = randomText(16)
  const claim = await claimRefund(ctx.db, intent, { owner, leaseMs: deps.leaseMs, now: ctx.now() }).catch(
    (error: unknown) => {
      if (sentKey !== null || !mayBeDone(error)) throw error
      // The commit may have succeeded: then the refund is carried out, and a retry without a key would be a second one.
      throw new ApiError('refund_unresolved', { refund_id: intent.refundId }, { cause: error })
    },
  )
  if (claim === 'not_reserved') throw await refusalOf(ctx, input)
  if ('kind' in claim) return answerOfUsed(claim)
  const answer = await runRefund(
    {
      ...deps,
      steps: refundSteps(ctx.db.reserved(), ctx.urls),
      now: ctx.now,
      onFailure: (refundId, err) => ctx.log.error({ refund_id: refundId, err }, 'a step of a refund failed'),
    },
    claim,
  )
  if (answer) return new KeyedAnswer(answer, false)
  // Another process has taken the refund over, and its answer under the key is not stored yet.
  if (sentKey === null) return new KeyedAnswer(unresolvedAnswer(claim), false)
  throw interrupted(claim.refundId)
}

function answerOfUsed(used: UsedKey): KeyedAnswer {
  if (used.kind === 'running') throw interrupted()
  return answerOfKey(used)
}

/** Returns the error of a request that is running or was interrupted (contract: Idempotency rules, 7). */
function interrupted(refundId?: string): ApiError {
  const message =
    'The first request with this Idempotency-Key is still running or was cut off. Check GET /payments/{id}/refunds: a refund that is listed is carried out; if none is, retry with a new key.'
  return new ApiError('idempotency_unresolved', refundId === undefined ? {} : { refund_id: refundId }, {
    message,
  })
}

export interface RefundRunDeps {
  steps: RefundSteps
  processor: Processor
  processorTimeoutMs?: number
  now(): Date
  /** Receives an error that the refund survives. */
  onFailure(refundId: string, error: unknown): void
}

/** Returns the stored answer of a held refund; null if it is not final and this process no longer holds it. */
export async function runRefund(deps: RefundRunDeps, hold: RefundHold): Promise<Answer | null> {
  const { steps, now } = deps
  const onFailure = (error: unknown) => deps.onFailure(hold.refundId, error)
  try {
    const outcome = await sendRefund(deps, hold)
    const finish = () => steps.finish(hold, outcome, createdAnswer, now())
    return await finish().catch(async (error: unknown) => {
      onFailure(error)
      // A COMMIT whose response was lost may have ended the refund: then the key has the stored response.
      return (await finish()) ?? steps.storedAnswer(hold)
    })
  } catch (error) {
    if (!(error instanceof ProcessorUnreachable)) {
      // The money may have moved: the refund is repeated once its lease has passed.
      onFailure(error)
      return null
    }
    const answer = unresolvedAnswer(hold)
    const held = await steps
      .postpone(hold, FIRST_REPEAT_MS, { answer, now: now() })
      .catch((failure: unknown) => {
        onFailure(failure)
        return false
      })
    return held ? answer : null
  }
}

/** Sends a refund to the processor under its reference. Throws ProcessorUnreachable if its outcome is unknown. */
export function sendRefund(
  { processor, processorTimeoutMs }: Pick<RefundPaymentDeps, 'processor' | 'processorTimeoutMs'>,
  { refundId, paymentId, amountMinor, currency }: Omit<RefundHold, 'owner' | 'requestId'>,
): Promise<RefundAnswer> {
  const request = { reference: refundId, paymentReference: paymentId, amountMinor, currency }
  return withProcessorTimeout((signal) => processor.refund(request, signal), processorTimeoutMs)
}

/** Returns the error of a payment of which the amount could not be reserved. */
async function refusalOf(ctx: ServiceContext, input: RefundPaymentInput): Promise<ApiError> {
  const { rows } = await ctx.db.query<{
    status: string
    left: number
    currency: string
    dispute_status: string | null
  }>({
    name: 'refund-refusal',
    text: `SELECT status, amount_minor - refunded_minor AS left, currency, dispute_status FROM service.payment
      WHERE account_id = $1 AND id = $2`,
    values: [ctx.accountId, input.paymentId],
  })
  const [payment] = rows
  if (!payment) return new ApiError('resource_not_found')
  const { status, left, currency, dispute_status } = payment
  if (status !== 'APPROVED') return new ApiError('payment_not_approved', { status })
  if (dispute_status !== null && dispute_status !== 'WON') return new ApiError('payment_disputed')
  if (left === 0) return new ApiError('nothing_to_refund')
  const message = `Must be at most ${toDecimalString(left, currency)} ${currency}, which is left of the payment.`
  return invalidParameters([{ field: 'amount', code: 'amount_too_large', message }])
}

/** Returns the stored response of a refund that is final. */
function createdAnswer(refund: RefundRow): Answer {
  return { status: 201, body: JSON.stringify(renderRefund(refund)) }
}

/** Returns the stored response after a lost response of the processor. */
function unresolvedAnswer(hold: RefundHold): Answer {
  return errorAnswer(new ApiError('refund_unresolved', { refund_id: hold.refundId }), hold)
}

/** Returns the stored response of an interrupted request. */
export function cutOffAnswer(hold: RefundHold): Answer {
  return errorAnswer(interrupted(hold.refundId), hold)
}

function errorAnswer(error: ApiError, { requestId }: RefundHold): Answer {
  return { status: error.status, body: JSON.stringify(toErrorBody(error, requestId)) }
}
