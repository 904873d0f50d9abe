import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Environment } from '@/lib/platform/env'
import { ProcessorUnreachable } from '@/lib/service/processor/port'

/**
 * Version of Stripe's API: the one whose real answers the double of the tests is checked against. A later one, such as
 * the package's own, takes other parameters (`payment_method_types` is gone), of which no answers are recorded.
 */
export const API_VERSION = '2026-06-24.dahlia'
/** Time limit of one request, milliseconds; inside the processor's own. */
const REQUEST_TIMEOUT_MS = 6_000
/** Wait before a request that Stripe refused, because another one holds its object or its key. */
const BUSY_WAIT_MS = 120

export type StripeSettings = Pick<Environment, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>

/** Opens Stripe's API. Throws without a key. */
export function openStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: StripeSettings): Stripe {
  if (!STRIPE_SECRET_KEY) throw new Error('STRIPE_SECRET_KEY is needed with PROCESSOR=stripe.')
  const base = STRIPE_API_BASE === undefined ? null : new URL(STRIPE_API_BASE)
  return new Stripe(STRIPE_SECRET_KEY, {
    // The package's types name its own version only.
    apiVersion: API_VERSION as typeof Stripe.API_VERSION,
    // The charge protocol decides what is repeated.
    maxNetworkRetries: 0,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/**
 * Returns Stripe's answer. A request that Stripe did not begin is sent again until `signal` ends it. Throws Stripe's
 * own error for a definite answer, else ProcessorUnreachable.
 */
export async function ask<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new ProcessorUnreachable('Stripe did not answer in time')
    try {
      return await request()
    } catch (error) {
      if (!isBusy(error)) throw isDefinite(error) ? error : unreachable(error)
      await delay(BUSY_WAIT_MS, undefined, { signal }).catch(() => {})
    }
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined
  return code === 'lock_timeout' || code === 'idempotency_key_in_use'
}

function isDefinite(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  return [StripeCardError, StripeInvalidRequestError, StripeIdempotencyError].some(
    (kind) => error instanceof kind,
  )
}

/** Returns the error of an unknown outcome. Stripe's message may repeat a part of the request, so it is left out. */
export function unreachable(error: unknown): ProcessorUnreachable {
  if (error instanceof ProcessorUnreachable) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new ProcessorUnreachable('the call to Stripe failed')
  const { type, code, statusCode, requestId } = error
  const facts = [type, code, statusCode, requestId].filter(Boolean).join(' ')
  return new ProcessorUnreachable(`Stripe did not answer yes or no (${facts})`)
}

export const PAGE = 100

/** Yields the objects of one of Stripe's lists, newest first. Throws ProcessorUnreachable without an answer. */
export async function* listed<Item>(list: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* list
  } catch (error) {
    throw unreachable(error)
  }
}

/** Returns the code of a final refusal; null for any other error, or a missing object of another account. */
export function refusalIn(error: unknown, fallback: string): string | null {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
  if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError)) return null
  if (error.code === 'resource_missing' || error.code === 'parameter_unknown') return null
  return error.code ?? fallback
}

export interface Decline {
  declineCode: string | undefined
  code: string | undefined
  intent: Stripe.PaymentIntent | undefined
}

/** Returns the decline of a card; null for any other error. */
export function declineIn(error: unknown): Decline | null {
  if (!(error instanceof Stripe.errors.StripeCardError)) return null
  return { declineCode: error.decline_code, code: error.code, intent: error.payment_intent }
}

/** Returns the intent in an error that names its unexpected state; null for any other error. */
export function intentInState(error: unknown): Stripe.PaymentIntent | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  return error.code === 'payment_intent_unexpected_state' ? (error.payment_intent ?? null) : null
}

/** Returns whether a key was used before with another request. */
export function isOtherRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError
}

/** Returns whether Stripe never charges an amount: below its minimum or above its maximum of the currency. */
export function isRefusedAmount(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return error.code === 'amount_too_small' || error.code === 'amount_too_large'
}
