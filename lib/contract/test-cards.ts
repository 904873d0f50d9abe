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
  /** One line for the docs and the payer's page. */
  readonly summary: string
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
  card('4242424242424242', 'visa', 'approve', null, 'Approved'),
  card('5555555555554444', 'mastercard', 'approve', null, 'Approved'),
  card('378282246310005', 'amex', 'approve', null, 'Approved'),
  card('4000000000000002', 'visa', 'decline', 'generic_decline', 'Declined by the bank'),
  card('4000000000009995', 'visa', 'decline', 'insufficient_funds', 'Declined: insufficient funds'),
  card('4000000000000069', 'visa', 'decline', 'expired_card', 'Declined: expired card'),
  card('4000000000000101', 'visa', 'decline', 'incorrect_cvc', 'Declined: wrong security code'),
  card('4000000000009987', 'visa', 'decline', 'lost_card', 'Declined: lost card'),
  card('4000000000009979', 'visa', 'decline', 'stolen_card', 'Declined: stolen card'),
  card(
    '4100000000000019',
    'visa',
    'decline',
    'fraudulent',
    'Declined: suspected fraud (the payer does not see the reason)',
  ),
  card('4000000000000408', 'visa', 'decline', 'processing_error', 'Refused: the bank could not process it'),
  card('4000000000000416', 'visa', 'approve_slowly', null, 'Approved after some seconds'),
  card(
    '4000000000000119',
    'visa',
    'lost_after_authorize',
    null,
    'Connection lost after the authorization: unresolved, then voided',
  ),
  card(
    '4000000000000127',
    'visa',
    'lost_after_capture',
    null,
    'Connection lost after the capture: unresolved, then approved',
  ),
  card(
    '4000000000000424',
    'visa',
    'too_slow',
    null,
    'The bank answers after the time-out: unresolved, then voided',
  ),
  card('4000000000000432', 'visa', 'nonsense', null, 'The bank answers nonsense: unresolved, then voided'),
  card(
    '4000000000000440',
    'visa',
    'wrong_amount',
    null,
    'The bank reserves another amount: unresolved, then voided',
  ),
  card('4000002500003155', 'visa', 'confirm', null, "Asks for the bank's confirmation step"),
  card(
    '4000000000000341',
    'visa',
    'decline_later',
    'generic_decline',
    'Saved by an approved payment, declined when charged later',
  ),
  card(
    '4000000000000259',
    'visa',
    'lost_after_authorize_later',
    null,
    'Saved by an approved payment; charged later: lost after the authorization',
  ),
  card(
    '4000000000000267',
    'visa',
    'lost_after_capture_later',
    null,
    'Saved by an approved payment; charged later: lost after the capture',
  ),
  card('4000000000007726', 'visa', 'refund_slowly', null, 'Approved; a refund takes some seconds'),
  card('4000000000005126', 'visa', 'refund_declined', null, 'Approved; a refund is declined'),
  card(
    '4000000000006009',
    'visa',
    'refund_lost_before',
    null,
    'Approved; connection lost before a refund: unresolved, then refunded',
  ),
  card(
    '4000000000006017',
    'visa',
    'refund_lost_after',
    null,
    'Approved; connection lost after a refund: unresolved, then refunded',
  ),
  card(
    '4000000000002685',
    'visa',
    'dispute_lost',
    null,
    'Approved; disputed by the payer: lost, with or without evidence',
  ),
  card(
    '4000000000001976',
    'visa',
    'dispute_won',
    null,
    'Approved; disputed by the payer: won with evidence, lost without',
  ),
]

/** Returns the test card with this number (digits), or null: the test bank declines other numbers. */
export function testCardOf(number: string): TestCard | null {
  return testCards.find((it) => it.number === number) ?? null
}

function card(
  number: string,
  brand: CardBrand,
  outcome: TestOutcome,
  declineCode: DeclineCode | null,
  summary: string,
): TestCard {
  const shows = outcome.endsWith('_later') ? 'saved_card' : outcome === 'confirm' ? 'confirmation' : 'payment'
  return { number, brand, outcome, declineCode, summary, shows }
}
