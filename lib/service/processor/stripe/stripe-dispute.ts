import type Stripe from 'stripe'
import type { DisputeReason } from '@/lib/contract/dispute'
import type { DisputeStatus } from '@/lib/contract/states'
import type { Handle } from '@/lib/platform/database'
import type { DisputeReport } from '@/lib/service/processor/port'
import { findIntentById, type IntentRow } from './intent-books'
import { ask } from './stripe-api'

/** Our status of a dispute whose money has moved. Inquiries, prevented ones and appeals have none. */
const statuses: ReadonlyMap<string, DisputeStatus> = new Map([
  ['needs_response', 'NEEDS_RESPONSE'],
  ['under_review', 'UNDER_REVIEW'],
  ['won', 'WON'],
  ['lost', 'LOST'],
])

/** Our reason; the other ones of Stripe are `OTHER`. */
const reasons: ReadonlyMap<string, DisputeReason> = new Map([
  ['credit_not_processed', 'CREDIT_NOT_PROCESSED'],
  ['duplicate', 'DUPLICATE'],
  ['fraudulent', 'FRAUDULENT'],
  ['product_not_received', 'NOT_RECEIVED'],
  ['product_unacceptable', 'NOT_AS_DESCRIBED'],
  ['subscription_canceled', 'SUBSCRIPTION_CANCELED'],
  ['unrecognized', 'UNRECOGNIZED'],
])

/** Returns Stripe's dispute as ours; null if no money moved, in another currency, or more than was paid. */
export function disputeOf(
  { id, amount, currency, reason, status: theirs, evidence_details: evidence, created }: Stripe.Dispute,
  intent: Pick<IntentRow, 'reference' | 'amount_minor' | 'currency'>,
): DisputeReport | null {
  const status = statuses.get(theirs)
  if (!status || currency.toUpperCase() !== intent.currency || amount > intent.amount_minor) return null
  return {
    disputeReference: id,
    paymentReference: intent.reference,
    amountMinor: amount,
    currency: intent.currency,
    reason: reasons.get(reason) ?? 'OTHER',
    status,
    // 0: the bank takes no evidence.
    evidenceDueAt: evidence.due_by ? new Date(evidence.due_by * 1_000) : null,
    openedAt: new Date(created * 1_000),
  }
}

/** A dispute of one of our payments, as Stripe shows it now. `report` is null for the operator's matters. */
export interface CurrentDispute {
  dispute: Stripe.Dispute
  report: DisputeReport | null
}

/** Asks Stripe for a dispute that an event names; null for a foreign one. Throws ProcessorUnreachable. */
export async function readDispute(
  { stripe, db }: { stripe: Stripe; db: Handle },
  { id, payment_intent }: Pick<Stripe.Dispute, 'id' | 'payment_intent'>,
  signal: AbortSignal,
): Promise<CurrentDispute | null> {
  const intent = await intentOf(db, payment_intent)
  if (!intent) return null
  const dispute = await ask(signal, () => stripe.disputes.retrieve(id))
  return { dispute, report: disputeOf(dispute, intent) }
}

/** Returns our row of a dispute's intent; null if the intent is not ours. */
export async function intentOf(
  db: Handle,
  intent: Stripe.Dispute['payment_intent'],
): Promise<IntentRow | null> {
  const id = typeof intent === 'string' ? intent : intent?.id
  return id === undefined ? null : findIntentById(db, id)
}
