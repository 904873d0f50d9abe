import type { LookupAnswer, Processor } from '@/lib/service/processor/port'

/** Bank of the simulation: the port, its payers' decisions and its own books. Two forms: memory and the test bank. */
export interface BankUnderTest {
  processor: Processor
  /** Returns a token of a card with this behavior. */
  tokenFor(card: CardKind): string
  /** Decides as the payer on the bank's confirmation page; no effect without a pending confirmation. */
  payerDecides(reference: string, approves: boolean): Promise<void>
  /** Returns the operation of each reference that reached the bank. */
  books(references: readonly string[]): Promise<Map<string, LookupAnswer>>
  /** Returns the refunds that the bank made of these payments, by their references. */
  refunds(payments: readonly string[]): Promise<Map<string, RefundedAtBank>>
}

export interface RefundedAtBank {
  paymentReference: string
  amountMinor: number
}

export const cardKinds = ['approve', 'decline', 'confirm', 'refund_declined'] as const
export type CardKind = (typeof cardKinds)[number]

export const CARD_NUMBERS: Readonly<Record<CardKind, string>> = {
  approve: '4242424242424242',
  decline: '4000000000000002',
  confirm: '4000002500003155',
  refund_declined: '4000000000005126',
}

/** Decline code of the test bank's `decline` card, and of a payer's refusal on its page. */
export const DECLINE_CODE = 'generic_decline'
/** Decline code of a refund of a payment by the `refund_declined` card. */
export const REFUND_DECLINE_CODE = 'refund_declined'
export const REFUSED_BY_PAYER = 'authentication_failed'
