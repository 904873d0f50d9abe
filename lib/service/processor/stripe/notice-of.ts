import type Stripe from 'stripe'
import type { NewNotice } from '@/lib/service/notices/processor-notices'

/** A report of Stripe. `intentId` names the payment; null for a payout or the operator's own account. */
export interface StripeNotice extends NewNotice {
  intentId: string | null
}

/** Returns what an event reports beyond charges; null for others: no charge's outcome is from a webhook. */
export function noticeOf(event: Stripe.Event): StripeNotice | null {
  switch (event.type) {
    case 'refund.created':
    case 'refund.failed': {
      const { id, amount } = event.data.object
      const summary = `refund ${id}${event.type === 'refund.failed' ? ' failed' : ''}`
      return ofPayment(event, event.data.object, { kind: 'refund', amountMinor: amount, summary })
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, amount, status, reason, evidence_details: evidence } = event.data.object
      const step = event.type.slice('charge.'.length).replace(/[._]/g, ' ')
      const due = evidence?.due_by ? `, answer by ${new Date(evidence.due_by * 1_000).toISOString()}` : ''
      const summary = `${step} (${id}): ${status}, ${reason}${due}`
      return ofPayment(event, event.data.object, { kind: 'dispute', amountMinor: amount, summary })
    }
    case 'payout.failed':
    case 'payout.canceled': {
      const { amount, currency, status, failure_code: code } = event.data.object
      const summary = `payout to the operator's bank: ${status}${code ? `, ${code}` : ''}`
      return { ...dated(event), kind: 'payout', amountMinor: amount, currency, summary, intentId: null }
    }
    case 'account.updated': {
      const { charges_enabled: charges, payouts_enabled: payouts, requirements } = event.data.object
      if (charges && payouts) return null
      const off = [!charges && 'charges', !payouts && 'payouts'].filter(Boolean).join(' and ')
      const summary = `${off} switched off: ${requirements?.disabled_reason ?? 'no reason given'}`
      return { ...dated(event), kind: 'account', amountMinor: null, currency: null, summary, intentId: null }
    }
    default:
      return null
  }
}

/** Returns a notice of a payment; null for an object without an intent, which is not ours. */
function ofPayment(
  event: Stripe.Event,
  { payment_intent: intent, currency }: Pick<Stripe.Dispute, 'payment_intent' | 'currency'>,
  report: Pick<NewNotice, 'kind' | 'amountMinor' | 'summary'>,
): StripeNotice | null {
  const intentId = typeof intent === 'string' ? intent : (intent?.id ?? null)
  return intentId === null ? null : { ...dated(event), ...report, currency, intentId }
}

function dated({ id, created }: Stripe.Event): { eventId: string; occurredAt: Date } {
  return { eventId: id, occurredAt: new Date(created * 1_000) }
}
