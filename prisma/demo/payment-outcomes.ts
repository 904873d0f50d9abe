import type { Random } from './random'

/** Result of a payer's attempt. */
export type PaymentOutcome =
  | 'pays'
  | 'declined'
  | 'no money'
  | 'expired card'
  | 'wrong code'
  | 'lost card'
  | 'suspected fraud'
  | 'bank error'
  | 'confirms'
  | 'refuses'
  | 'walks away'
  | 'at the bank'
  | 'annulled'
  | 'lost on the way'
  | 'found again'

/** Results after which a payer may use another card. */
const REFUSED: ReadonlySet<PaymentOutcome> = new Set([
  'declined',
  'no money',
  'expired card',
  'wrong code',
  'lost card',
  'suspected fraud',
  'bank error',
  'refuses',
])

/** Test cards of the results; a payer who pays has an approved card. */
const CARDS: Readonly<Record<Exclude<PaymentOutcome, 'pays' | 'lost on the way'>, string>> = {
  declined: '4000000000000002',
  'no money': '4000000000009995',
  'expired card': '4000000000000069',
  'wrong code': '4000000000000101',
  'lost card': '4000000000009987',
  'suspected fraud': '4100000000000019',
  'bank error': '4000000000000408',
  confirms: '4000002500003155',
  refuses: '4000002500003155',
  'walks away': '4000002500003155',
  'at the bank': '4000002500003155',
  annulled: '4000000000000119',
  'found again': '4000000000000127',
}
const APPROVED_CARDS = [
  ['4242424242424242', 6],
  ['5555555555554444', 4],
  ['378282246310005', 1],
] as const

/** Payers per thousand with another result than a payment; a shop with enough payers has each of the first four. */
const PER_THOUSAND: readonly (readonly [PaymentOutcome, number])[] = [
  ['declined', 30],
  ['no money', 36],
  ['annulled', 12],
  ['walks away', 11],
  ['confirms', 12],
  ['wrong code', 13],
  ['expired card', 9],
  ['refuses', 6],
  ['lost on the way', 4],
  ['suspected fraud', 4],
  ['bank error', 4],
  ['lost card', 2],
  ['found again', 1],
]
const ALWAYS = 4
const ENOUGH = 20

/** Returns results for a number of payers in a shuffled order: the shares are exact. */
export function drawOutcomes(random: Random, count: number): PaymentOutcome[] {
  const least = (index: number) => (index < ALWAYS && count >= ENOUGH ? 1 : 0)
  const others = PER_THOUSAND.flatMap(([outcome, share], index) =>
    Array.from({ length: Math.max(least(index), Math.round((share * count) / 1_000)) }, () => outcome),
  ).slice(0, count)
  const paying = Array.from({ length: count - others.length }, (): PaymentOutcome => 'pays')
  return random.shuffled([...others, ...paying])
}

export function isRefused(outcome: PaymentOutcome): boolean {
  return REFUSED.has(outcome)
}

/** Returns the number of a test card (digits) with this result. */
export function cardNumberFor(outcome: PaymentOutcome, random: Random): string {
  return outcome === 'pays' || outcome === 'lost on the way'
    ? random.weighted(APPROVED_CARDS)
    : CARDS[outcome]
}
