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

export const CARD_NUMBERS: Readonly<Record<CardKind, string>> = {
  approve: '4242424242424242',
  decline: '4000000000000002',
  confirm: '4000002500003155',
}

/** How the test bank declines the `decline` card, and a payer's refusal at its page. */
export const DECLINE_CODE = 'generic_decline'
export const REFUSED_BY_PAYER = 'authentication_failed'
