import type { DeclineCode } from '@/lib/contract/declines'
import type { TestCard, TestOutcome } from '@/lib/contract/test-cards'
import type { ChargeState } from '@/lib/dashboard/charges/shape'

const ends: Record<TestOutcome, ChargeState> = {
  approve: 'PAID',
  approve_slowly: 'PAID',
  decline: 'DECLINED',
  decline_later: 'DECLINED',
  confirm: 'DECLINED',
  lost_after_authorize: 'UNRESOLVED',
  lost_after_capture: 'UNRESOLVED',
  lost_after_authorize_later: 'UNRESOLVED',
  lost_after_capture_later: 'UNRESOLVED',
  too_slow: 'UNRESOLVED',
  nonsense: 'UNRESOLVED',
  wrong_amount: 'UNRESOLVED',
  refund_slowly: 'PAID',
  refund_declined: 'PAID',
  refund_lost_before: 'PAID',
  refund_lost_after: 'PAID',
  dispute_lost: 'PAID',
  dispute_won: 'PAID',
}

/**
 * Returns the final or waiting state of a charge of a saved test card, and its decline. charge-kill.test.ts compares it
 * with the service and its bank; outcome.test.tsx tests each state's screen.
 */
export function finalChargeState({ outcome, declineCode }: TestCard): [ChargeState, DeclineCode | null] {
  return [ends[outcome], outcome === 'confirm' ? 'authentication_required' : declineCode]
}
