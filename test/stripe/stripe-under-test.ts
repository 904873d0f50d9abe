import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Database } from '@/lib/platform/database'
import { openStripe, type StripeSettings } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import type { ProcessorUnderTest } from '@/test/processor-conformance'

const card = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2099, cvc: '123' })

/** Stripe's test cards of the suite. */
export const STRIPE_CARDS = {
  approved: card('4242424242424242'),
  declined: card('4000000000000002'),
  confirmation: card('4000002760003184'),
}

/** Stripe's test card whose refunds fail; only the double reports it at once. */
const REFUND_DECLINED = card('4000000000005126')

/** Tokens of Stripe's test mode for the same cards: an account may not send it numbers. */
const TOKENS: Readonly<Record<string, string>> = {
  [STRIPE_CARDS.approved.number]: 'tok_visa',
  [STRIPE_CARDS.declined.number]: 'tok_chargeDeclined',
}

export interface StripeTestOptions {
  database: Database
  settings: StripeSettings
  /** Performs the payer's decision; without it the suite has no card that needs one, because Stripe's page is needed. */
  decide?(confirmUrl: string, decision: 'approve' | 'refuse'): Promise<void>
  close(): Promise<void>
}

/** Returns Stripe, or its double, for the suite of a processor's guarantees. */
export function stripeUnderTest({
  database,
  settings,
  decide,
  close,
}: StripeTestOptions): ProcessorUnderTest {
  const stripe = openStripe(settings)
  return {
    processor: new StripeProcessor(database, { stripe }),
    cards: {
      ...STRIPE_CARDS,
      confirmation: decide ? STRIPE_CARDS.confirmation : null,
      lostAfterAuthorize: null,
      lostAfterCapture: null,
      refundDeclined: decide ? REFUND_DECLINED : null,
      refundLostBefore: null,
      refundLostAfter: null,
    },
    enter: async (entered) => ({
      hostedId: await createMethod(stripe, decide ? entered.number : (TOKENS[entered.number] ?? '')),
    }),
    decide: decide ?? (async () => {}),
    close,
  }
}

/** Creates a payment method, as Stripe's fields do in a browser, of a number at the double or of a test token. */
export async function createMethod(stripe: Stripe, from: string): Promise<string> {
  const details = from.startsWith('tok_')
    ? { token: from }
    : { number: from, exp_month: 12, exp_year: 2099, cvc: '123' }
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: details },
    { idempotencyKey: randomUUID() },
  )
  return method.id
}
