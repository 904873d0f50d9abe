import type { Database } from '@/lib/platform/database'
import type { LookupAnswer } from '@/lib/service/processor/port'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { StripeProcessor } from '@/lib/service/processor/stripe/stripe-processor'
import type { StripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'
import { type BankUnderTest, type CardKind, cardKinds, type RefundedAtBank } from './bank-under-test'

/** Stripe's test cards that can be saved: approved, declined when charged, and confirmed at each payment. */
const NUMBERS: Readonly<Record<CardKind, string>> = {
  approve: '4242424242424242',
  decline: '4000000000000341',
  confirm: '4000002760003184',
  refund_declined: '4000000000005126',
}

/** Opens Stripe's adapter on the double, with a saved card of each kind. */
export async function openStripeBank(database: Database, double: StripeDouble): Promise<BankUnderTest> {
  const stripe = openStripe({ STRIPE_SECRET_KEY: double.secretKey, STRIPE_API_BASE: double.url })
  const processor = new StripeProcessor(database, { stripe })
  const customer = await stripe.customers.create({})
  const tokens = new Map<CardKind, string>()
  for (const kind of cardKinds) {
    const method = await createMethod(stripe, NUMBERS[kind])
    await stripe.paymentMethods.attach(method, { customer: customer.id })
    tokens.set(kind, `${customer.id}:${method}`)
  }
  return {
    processor,
    tokenFor: (card) => tokens.get(card) ?? '',
    async payerDecides(reference, approves) {
      for (const { id } of double.books.byReference(reference)) {
        const { next_action } = await stripe.paymentIntents.retrieve(id)
        const url = next_action?.redirect_to_url?.url
        if (url) await double.decide(url, approves ? 'approve' : 'refuse')
      }
    },
    async books(references) {
      const found = new Map<string, LookupAnswer>()
      for (const reference of references) {
        const operation = await processor.lookup(reference, new AbortController().signal)
        if (operation) found.set(reference, operation)
      }
      return found
    },
    async refunds(payments) {
      const found = new Map<string, RefundedAtBank>()
      for (const paymentReference of payments)
        for (const intent of double.books.byReference(paymentReference)) {
          if (intent.captures === 0) continue
          const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 })
          for (const { id, amount, metadata } of data.filter(({ status }) => status !== 'failed')) {
            const reference = metadata?.reference ?? id
            // A second refund under one reference has its own id.
            found.set(found.has(reference) ? id : reference, { paymentReference, amountMinor: amount })
          }
        }
      return found
    },
  }
}
