import type Stripe from 'stripe'
import type { Handle } from '@/lib/platform/database'
import {
  ProcessorUnreachable,
  type RefundAnswer,
  type RefundRequest,
  readAnswer,
} from '@/lib/service/processor/port'
import { readMark, requireIntent } from './intent-books'
import { beginRefund, keepRefund } from './refund-books'
import { ask, listed, PAGE, refusalIn, unreachable } from './stripe-api'

const NOT_CAPTURED = 'not_captured'
/** Code of a refusal to which Stripe gives none, such as an amount above what is left. */
const REFUSED = 'refund_refused'

export interface StripeRefundDeps {
  stripe: Stripe
  db: Handle
  now(): Date
}

/** Refunds once under our reference: a repetition reads the intent's list, as a key lives for a day. */
export async function refundAtStripe(
  { stripe, db, now }: StripeRefundDeps,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<RefundAnswer> {
  const { reference, paymentReference, amountMinor } = request
  const { intent_id, currency } = await requireIntent(db, paymentReference)
  if (intent_id === null) throw new ProcessorUnreachable('Stripe has no intent of this payment')
  if (currency !== request.currency) throw new Error('the refund has another currency than its payment')
  const row = await beginRefund(db, request, now())
  if (row.decline_code !== null) return { outcome: 'declined', declineCode: row.decline_code }
  const { refund_id: known } = row
  if (known !== null) return answerOf(await ask(signal, () => stripe.refunds.retrieve(known)))
  const made = row.fresh ? null : await findRefund(stripe, intent_id, reference)
  // A refund of an authorization would release it, as a void does.
  if (!made && !(await isCaptured(stripe, intent_id, signal)))
    return decline({ db, now }, reference, NOT_CAPTURED)
  const metadata = { reference, deployment: await readMark(db) }
  try {
    const refund =
      made ??
      (await ask(signal, () =>
        stripe.refunds.create(
          { payment_intent: intent_id, amount: amountMinor, metadata },
          { idempotencyKey: `refund:${reference}` },
        ),
      ))
    await keepRefund(db, reference, { refundId: refund.id }, now())
    return answerOf(refund)
  } catch (error) {
    const declineCode = refusalIn(error, REFUSED)
    if (declineCode === null) throw unreachable(error)
    return decline({ db, now }, reference, declineCode)
  }
}

async function decline(
  { db, now }: Pick<StripeRefundDeps, 'db' | 'now'>,
  reference: string,
  declineCode: string,
): Promise<RefundAnswer> {
  await keepRefund(db, reference, { declineCode }, now())
  return { outcome: 'declined', declineCode }
}

async function isCaptured(stripe: Stripe, intentId: string, signal: AbortSignal): Promise<boolean> {
  const { status } = await ask(signal, () => stripe.paymentIntents.retrieve(intentId))
  return status === 'succeeded'
}

/** Returns Stripe's refund of an intent with our reference; null if there is none. */
async function findRefund(
  stripe: Stripe,
  intentId: string,
  reference: string,
): Promise<Stripe.Refund | null> {
  for await (const refund of listed(stripe.refunds.list({ payment_intent: intentId, limit: PAGE })))
    if (refund.metadata?.reference === reference) return refund
  return null
}

/** Returns whether a status of Stripe's refund means that no money is with the payer. */
export function hasFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}

/** Stripe's money is on its way once the refund is `pending`; a later failure is reported by its webhook. */
function answerOf({ id, status, failure_reason: reason }: Stripe.Refund): RefundAnswer {
  switch (status) {
    case 'succeeded':
    case 'pending':
      return readAnswer.refund({ outcome: 'refunded', processorReference: id })
    case 'failed':
    case 'canceled':
      return readAnswer.refund({ outcome: 'declined', declineCode: reason ?? status })
    default:
      throw new ProcessorUnreachable(`Stripe left the refund as ${status}`)
  }
}
