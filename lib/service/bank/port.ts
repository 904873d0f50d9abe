import { callWithin } from '@/lib/service/processor/port'

/**
 * Port of a bank that transfers a merchant's money. Every call carries OUR reference (the settlement's id). Amounts in
 * minor units. Throws `BankUnreachable`, and nothing else, if it is unknown whether the bank acted.
 */
export interface Bank {
  /**
   * Orders a transfer. Idempotent by the reference: the bank moves money under it once, and a repetition, with any
   * details, returns the state of the first order. Only after a refusal may the reference be ordered again.
   */
  send(order: TransferOrder, signal: AbortSignal): Promise<TransferAnswer>
  /** Returns the state of an accepted order; null for an unknown reference. */
  status(reference: string, signal: AbortSignal): Promise<TransferAnswer | null>
}

export interface TransferOrder {
  reference: string
  amountMinor: number
  currency: string
  /** Number of the account that receives the money. The only place to which the number is sent. */
  accountNumber: string
  holder: string
  bankName: string
  /** Time of the claim that sends it: an order claimed before a refusal was recorded must not replace that refusal. */
  claimedAt: Date
}

export type TransferAnswer =
  /** Accepted; the state may change from `askAgainAt` on. */
  | { outcome: 'ordered'; askAgainAt: Date }
  /** Money sent. `bankReference` is the reference on the merchant's statement. Echoes the moved amount. */
  | { outcome: 'sent'; bankReference: string; amountMinor: number; currency: string }
  /** No money moved and none will, unless another order is sent. */
  | { outcome: 'refused'; reason: TransferRefusal }

/** Reasons of a bank's refusal. The texts for people belong to the screens. */
export const transferRefusals = [
  'account_not_found',
  'account_closed',
  'currency_not_accepted',
  'refused_by_bank',
] as const
export type TransferRefusal = (typeof transferRefusals)[number]

/** Error of a missing response: the bank may or may not have acted. */
export class BankUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BankUnreachable'
  }
}

/** Time limit of one call of a bank, milliseconds; well inside a transfer's lease. */
const BANK_TIMEOUT_MS = 8_000

/** Runs one call within this time limit: a late response, and any failure on the way, becomes BankUnreachable. */
export function withBankTimeout<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return callWithin(call, BANK_TIMEOUT_MS, 'the bank', BankUnreachable)
}
