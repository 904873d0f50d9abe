import type { LookupAnswer, Processor } from '@/lib/service/processor/port'

/** What the simulation needs of a bank: the port, its payers' decisions and its own books. Two forms: memory and the test bank. */
export interface BankUnderTest {
  processor: Processor
  /** A token of a card that behaves so. */
  tokenFor(card: CardKind): string
  /** The payer decides at the bank's confirmation page; nothing happens where nobody is asked any more. */
  payerDecides(reference: string, approves: boolean): Promise<void>
  /** The operation of each reference that the bank ever heard of. */
  books(references: readonly string[]): Promise<Map<string, LookupAnswer>>
}

export const cardKinds = ['approve', 'decline', 'confirm'] as const
export type CardKind = (typeof cardKinds)[number]

/** The code with which the `decline` card is refused, and a payer's refusal too. */
export const DECLINE_CODE = 'generic_decline'
