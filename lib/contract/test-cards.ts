import { brandOf, type CardBrand } from '@/lib/domain/card'
import type { DeclineCode } from './declines'
import type { TestCardGroup } from './test-card-groups'

/**
 * Outcomes of a card at the test bank. `…_later`: approved and saved by a payment, with this outcome when the saved card
 * is charged. `lost_…`: the connection is lost after that step. `too_slow`, `nonsense` and `wrong_amount` reserve the
 * money and then respond too late, with an invalid response, or with another amount. `refund_…`: approved, with this
 * outcome of a refund; a lost refund is final at its repetition. `dispute_…`: approved, then disputed, with this decision.
 */
export type TestOutcome =
  | 'approve'
  | 'approve_slowly'
  | 'decline'
  | 'decline_later'
  | 'lost_after_authorize'
  | 'lost_after_capture'
  | 'lost_after_authorize_later'
  | 'lost_after_capture_later'
  | 'too_slow'
  | 'nonsense'
  | 'wrong_amount'
  | 'confirm'
  | 'refund_slowly'
  | 'refund_declined'
  | 'refund_lost_before'
  | 'refund_lost_after'
  | 'dispute_lost'
  | 'dispute_won'

export type TestCard = {
  /** Digits only; groupCardNumber prints them as on the card. */
  readonly number: string
  readonly brand: CardBrand
  readonly outcome: TestOutcome
  /** Set for declines, now or later. */
  readonly declineCode: DeclineCode | null
  /** Needed to see the outcome: the payer's form, a saved card, or the bank's confirmation page. */
  readonly shows: 'payment' | 'saved_card' | 'confirmation'
}

/** Returns the group under which a page shows a test card. */
export function testCardGroupOf({ outcome }: TestCard): TestCardGroup {
  if (outcome.startsWith('decline')) return 'declined'
  if (outcome === 'confirm') return 'confirm'
  return /^lost_|^too_slow$|^nonsense$|^wrong_amount$/.test(outcome) ? 'wrong' : 'approved'
}

/** The only table of test cards (decisions). Any future expiry date, any CVC of the right length. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'approve'),
  card('5555555555554444', 'approve'),
  card('378282246310005', 'approve'),
  card('4000000000000002', 'decline', 'generic_decline'),
  card('4000000000009995', 'decline', 'insufficient_funds'),
  card('4000000000000069', 'decline', 'expired_card'),
  card('4000000000000101', 'decline', 'incorrect_cvc'),
  card('4000000000009987', 'decline', 'lost_card'),
  card('4000000000009979', 'decline', 'stolen_card'),
  card('4100000000000019', 'decline', 'fraudulent'),
  card('4000000000000408', 'decline', 'processing_error'),
  card('4000000000000416', 'approve_slowly'),
  card('4000000000000119', 'lost_after_authorize'),
  card('4000000000000127', 'lost_after_capture'),
  card('4000000000000424', 'too_slow'),
  card('4000000000000432', 'nonsense'),
  card('4000000000000440', 'wrong_amount'),
  card('4000002500003155', 'confirm'),
  card('4000000000000341', 'decline_later', 'generic_decline'),
  card('4000000000000259', 'lost_after_authorize_later'),
  card('4000000000000267', 'lost_after_capture_later'),
  card('4000000000007726', 'refund_slowly'),
  card('4000000000005126', 'refund_declined'),
  card('4000000000006009', 'refund_lost_before'),
  card('4000000000006017', 'refund_lost_after'),
  card('4000000000002685', 'dispute_lost'),
  card('4000000000001976', 'dispute_won'),
]

/** Returns the test card with this number (digits), or null: the test bank declines other numbers. */
export function testCardOf(number: string): TestCard | null {
  return testCards.find((it) => it.number === number) ?? null
}

function card(number: string, outcome: TestOutcome, declineCode: DeclineCode | null = null): TestCard {
  const shows = outcome.endsWith('_later') ? 'saved_card' : outcome === 'confirm' ? 'confirmation' : 'payment'
  return { number, brand: brandOf(number) ?? 'visa', outcome, declineCode, shows }
}
