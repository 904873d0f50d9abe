import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer, fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { ChargeRow } from './charge-row'
import { type HostChargeResult, resultOfFailure, resultOfResponse } from './host-charge-result'

/**
 * Sends the request of a charge, under its only key (contract: POST /customers/{id}/charges), and mirrors the link that
 * it returns. `until` is the end of the caller's lease, in milliseconds of `performance.now()`: a process that was paused
 * beyond it sends nothing and gets null. Throws only errors that are not the host's.
 */
export async function callCharge(
  ctx: ConnectionContext,
  charge: ChargeRow,
  until: number,
): Promise<HostChargeResult | null> {
  if (performance.now() >= until) return null
  const { customer_id, amount, description, way, idempotency_key } = charge
  try {
    const answer = await ctx.client.call('createCharge', {
      id: customer_id,
      idempotencyKey: idempotency_key,
      body: {
        amount: Number(amount),
        use_saved_card: way === 'CARD',
        ...(description === null ? {} : { description }),
      },
    })
    const { payment_link } = answer.data
    if (payment_link !== null) {
      const raw = isObject(answer.raw) ? answer.raw.payment_link : payment_link
      await applyAnswer(ctx, 'links', { ...answer, data: payment_link, raw })
    }
    return resultOfResponse(answer)
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn(
      { charge: charge.id, problem: error.message, requestId: error.requestId },
      'a charge has no outcome by this call',
    )
    return resultOfFailure(error)
  }
}

/** Fetches the payment of a charge into the mirror, so that pages show it before its webhook arrives. */
export async function mirrorPayment(ctx: ConnectionContext, id: string): Promise<void> {
  try {
    await fetchObject(ctx, 'payments', id, AbortSignal.timeout(FETCH_TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ payment: id, problem: error.message }, 'the payment of a charge was not fetched')
  }
}

/** Short, because a page waits for the outcome. */
const FETCH_TIMEOUT_MS = 2_000

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
