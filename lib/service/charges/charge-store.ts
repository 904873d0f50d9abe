import type { Answer, KeyOfRequest, UsedKey } from '@/lib/service/idempotency/used-key'

export interface ChargeIntent extends KeyOfRequest {
  /** Our id of the payment, and the processor's reference. */
  paymentId: string
  amountMinor: number
  currency: string
  payerName: string
  payerEmail: string
  /** Locale in which the payer reads (BCP 47); absent for a charge that no payer sees. */
  payerLanguage?: string | null
  customerId: string | null
  linkId: string | null
  description: string | null
  cardBrand: string
  cardLast4: string
  /** Id of the request that claims the key; its stored responses contain it. */
  requestId: string
  /** Set if the payer agreed that the card is saved for `customerId` once the payment is approved. */
  cardToSave?: CardToSave
}

/** A card's token, sealed for its saved card (`tokenAad`), with the other stored fields. */
export interface CardToSave {
  tokenSealed: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
}

export type ClaimResult = { kind: 'claimed' } | UsedKey

/** Holder of a PENDING payment. */
export interface Hold {
  accountId: string
  paymentId: string
  linkId: string | null
  amountMinor: number
  owner: string
}

export type ChargeOutcome =
  | { status: 'APPROVED'; authorizationCode: string | null; processorReference: string }
  | { status: 'FAILED'; declineCode: string; processorReference: string }
  | { status: 'VOIDED'; processorReference: string }
  | { status: 'TIMEOUT' }

/**
 * Steps of a charge that access the database: each is one short transaction of conditional UPDATEs with a checked row
 * count (reliability: A charge). The protocol depends only on this interface.
 */
export interface ChargeStore {
  /** Runs T1: claims the key and inserts the PENDING payment, or returns the key's earlier request. */
  claim(intent: ChargeIntent, owner: string, now: Date): Promise<ClaimResult>
  /**
   * Runs T2: passes the fence, checks that the account may charge, then reserves a use of the link. `lost` = this
   * process no longer holds the payment and must stop.
   */
  beginCapture(hold: Hold, now: Date): Promise<'capture' | 'void' | 'lost'>
  /**
   * Runs T3: passes the fence, then writes final status, ledger, link, key, events and deliveries in one transaction.
   * null = lost.
   */
  finish(hold: Hold, outcome: ChargeOutcome, answer: AnswerFor, now: Date): Promise<Answer | null>
  /** Returns the stored response of the payment's key; null while the key is RUNNING. */
  storedAnswer(hold: Hold): Promise<Answer | null>
  /** Releases the payment until the payer returns from the bank or `until` has passed. false = lost. */
  awaitConfirmation(hold: Hold, confirmUrl: string, until: Date): Promise<boolean>
  /**
   * Takes the payment again when the payer returns before `confirm_until`, also from a process that died after it had
   * taken it. null = it cannot be resumed.
   */
  resume(payment: Pick<Hold, 'accountId' | 'paymentId'>, owner: string, now: Date): Promise<Resumed | null>
  /**
   * Stores the final 409 under the key after a lost response of the processor, and leaves the payment to the
   * reconciler: its payer cannot resume it. null = lost.
   */
  leaveUnresolved(hold: Hold, answer: Answer, now: Date): Promise<Answer | null>
}

/** A payment whose payer returned from the bank. */
export interface Resumed extends Hold {
  currency: string
  requestId: string
  confirmUntil: Date
  /** Address of the bank's confirmation page. */
  confirmUrl: string
}

/** Renders the response to store for an outcome. */
export type AnswerFor = (outcome: ChargeOutcome) => Answer

/** A payment without a holder, claimed by the reconciler. */
export interface Orphan extends Hold {
  voidAttempts: number
  /** Id of the request that started it. */
  requestId: string
}

/** Limits of a claim that leave a part of each round to other accounts. */
interface OrphanShare {
  busy: readonly string[]
  perAccount: number
}

/** Steps of the reconciler, across all accounts. */
export interface OrphanStore {
  /**
   * Claims up to `limit` PENDING payments whose lease has passed, and whose confirmation time if the payer's decision is
   * not read yet, the longest overdue first; with `share` at most `perAccount` of an account, and none of the `busy`
   * accounts.
   */
  claimOrphans(owner: string, limit: number, now: Date, share?: OrphanShare): Promise<Orphan[]>
  /** Schedules another try after a failed void, with a growing wait. */
  postpone(orphan: Orphan, waitMs: number): Promise<void>
}
