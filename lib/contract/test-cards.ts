import type { CardBrand } from '@/lib/domain/card'
import type { DeclineCode } from './declines'
import type { TestCardGroup } from './test-card-groups'

/**
 * Outcomes of a card at the test bank. `…_later`: approved and saved by a payment, with this outcome when the saved card
 * is charged. `lost_…`: the connection is lost after that step. `too_slow`, `nonsense` and `wrong_amount` reserve the
 * money and then respond too late, with an invalid response, or with another amount. `refund_…`: approved, with this
 * outcome of a refund; a lost refund is final at its repetition. `dispute_…`: approved, then disputed, with this decision.
 */
export const testOutcomes = [
  'approve',
  'approve_slowly',
  'decline',
  'decline_later',
  'lost_after_authorize',
  'lost_after_capture',
  'lost_after_authorize_later',
  'lost_after_capture_later',
  'too_slow',
  'nonsense',
  'wrong_amount',
  'confirm',
  'refund_slowly',
  'refund_declined',
  'refund_lost_before',
  'refund_lost_after',
  'dispute_lost',
  'dispute_won',
] as const

export type TestOutcome = (typeof testOutcomes)[number]

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

const groups = {
  approve: 'approved',
  approve_slowly: 'approved',
  decline: 'declined',
  decline_later: 'declined',
  confirm: 'confirm',
  lost_after_authorize: 'wrong',
  lost_after_capture: 'wrong',
  lost_after_authorize_later: 'wrong',
  lost_after_capture_later: 'wrong',
  too_slow: 'wrong',
  nonsense: 'wrong',
  wrong_amount: 'wrong',
  refund_slowly: 'approved',
  refund_declined: 'approved',
  refund_lost_before: 'approved',
  refund_lost_after: 'approved',
  dispute_lost: 'approved',
  dispute_won: 'approved',
} as const satisfies Record<TestOutcome, TestCardGroup>

/** Returns the group under which a page shows a test card. */
export function testCardGroupOf({ outcome }: TestCard): TestCardGroup {
  return groups[outcome]
}

/** The only table of test cards (decisions). Any future expiry date, any CVC of the right length. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'approve'),
  card('5555555555554444', 'mastercard', 'approve'),
  card('378282246310005', 'amex', 'approve'),
  card('4000000000000002', 'visa', 'decline', 'generic_decline'),
  card('4000000000009995', 'visa', 'decline', 'insufficient_funds'),
  card('4000000000000069', 'visa', 'decline', 'expired_card'),
  card('4000000000000101', 'visa', 'decline', 'incorrect_cvc'),
  card('4000000000009987', 'visa', 'decline', 'lost_card'),
  card('4000000000009979', 'visa', 'decline', 'stolen_card'),
  card('4100000000000019', 'visa', 'decline', 'fraudulent'),
  card('4000000000000408', 'visa', 'decline', 'processing_error'),
  card('4000000000000416', 'visa', 'approve_slowly'),
  card('4000000000000119', 'visa', 'lost_after_authorize'),
  card('4000000000000127', 'visa', 'lost_after_capture'),
  card('4000000000000424', 'visa', 'too_slow'),
  card('4000000000000432', 'visa', 'nonsense'),
  card('4000000000000440', 'visa', 'wrong_amount'),
  card('4000002500003155', 'visa', 'confirm'),
  card('4000000000000341', 'visa', 'decline_later', 'generic_decline'),
  card('4000000000000259', 'visa', 'lost_after_authorize_later'),
  card('4000000000000267', 'visa', 'lost_after_capture_later'),
  card('4000000000007726', 'visa', 'refund_slowly'),
  card('4000000000005126', 'visa', 'refund_declined'),
  card('4000000000006009', 'visa', 'refund_lost_before'),
  card('4000000000006017', 'visa', 'refund_lost_after'),
  card('4000000000002685', 'visa', 'dispute_lost'),
  card('4000000000001976', 'visa', 'dispute_won'),
]

/** Returns the test card with this number (digits), or null: the test bank declines other numbers. */
export function testCardOf(number: string): TestCard | null {
  return testCards.find((it) => it.number === number) ?? null
}

function card(
  number: string,
  brand: CardBrand,
  outcome: TestOutcome,
  declineCode: DeclineCode | null = null,
): TestCard {
  const shows = outcome.endsWith('_later') ? 'saved_card' : outcome === 'confirm' ? 'confirmation' : 'payment'
  return { number, brand, outcome, declineCode, shows }
}
