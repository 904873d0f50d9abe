/** What the key of a request holds once it is done: the answer that every retry gets, byte for byte. */
export interface Answer {
  status: number
  body: string
}

export interface ChargeIntent {
  accountId: string
  /** Method and route template: a key is valid per route. */
  route: string
  keyHash: Buffer
  fingerprint: Buffer
  /** Our id for the payment and the processor's reference. */
  paymentId: string
  amountMinor: number
  currency: string
  payerName: string
  payerEmail: string
  customerId: string | null
  linkId: string | null
  description: string | null
  cardBrand: string
  cardLast4: string
  /** The request that claims the key; its stored answers name it. */
  requestId: string
  /** The payer agreed that the card is saved for `customerId` once the payment is approved. */
  cardToSave?: CardToSave
}

/** A card's token, sealed for its place among the saved cards (`tokenPlace`), and what else is kept of it. */
export interface CardToSave {
  tokenSealed: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
}

export type ClaimResult =
  | { kind: 'claimed' }
  /** The key is done: its answer, frozen. */
  | { kind: 'replay'; answer: Answer; paymentId: string | null }
  /** Another request under the key is running, or was cut off and is not closed yet. */
  | { kind: 'running'; paymentId: string | null }
  /** The key was used for something else. */
  | { kind: 'reused' }

/** Who holds a payment while it is PENDING. */
export interface Hold {
  accountId: string
  paymentId: string
  linkId: string | null
  amountMinor: number
  owner: string
}

export type ChargeOutcome =
  | { status: 'APPROVED'; authorizationCode: string; processorReference: string }
  | { status: 'FAILED'; declineCode: string; processorReference: string }
  | { status: 'VOIDED'; processorReference: string }
  | { status: 'TIMEOUT' }

/**
 * The steps of a charge that touch the database: each one short transaction of conditional UPDATEs whose row count is
 * checked (reliability: A charge). The protocol is written against this alone.
 */
export interface ChargeStore {
  /** T1: claims the key and writes the PENDING payment, or tells what the key already stands for. */
  claim(intent: ChargeIntent, owner: string, now: Date): Promise<ClaimResult>
  /** T2: fence; may the account charge; then a use of the link. `lost` = this process no longer holds the payment; stop. */
  beginCapture(hold: Hold, now: Date): Promise<'capture' | 'void' | 'lost'>
  /** T3: fence; final status, ledger, link, key, events and deliveries at once. null = lost. */
  finish(hold: Hold, outcome: ChargeOutcome, answer: AnswerFor, now: Date): Promise<Answer | null>
  /** The stored answer of the payment's key; null while the key is RUNNING. */
  storedAnswer(hold: Hold): Promise<Answer | null>
  /** The bank asks the payer: nobody holds the payment until the payer is back or `until` has passed. false = lost. */
  awaitConfirmation(hold: Hold, confirmUrl: string, until: Date): Promise<boolean>
  /** The payer is back before `confirm_until`: this run holds the payment again. null = it cannot be resumed. */
  resume(payment: Pick<Hold, 'accountId' | 'paymentId'>, owner: string, now: Date): Promise<Resumed | null>
  /** The processor's answer was lost: the key gets its final 409, the payment goes to the reconciler. null = lost. */
  leaveUnresolved(hold: Hold, answer: Answer, now: Date): Promise<Answer | null>
}

/** A payment that its payer brought back from the bank. */
export interface Resumed extends Hold {
  currency: string
  requestId: string
  confirmUntil: Date
}

/** Renders what the key will hold from the outcome that is being stored. */
export type AnswerFor = (outcome: ChargeOutcome) => Answer

/** A payment that nobody holds any more, claimed by the reconciler. */
export interface Orphan extends Hold {
  voidAttempts: number
  /** The request that began it. */
  requestId: string
}

/** The reconciler's steps. It sees every account. */
export interface OrphanStore {
  /** Takes PENDING payments whose lease or confirmation time has passed, the longest ago first, at most `limit`. */
  claimOrphans(owner: string, limit: number, now: Date): Promise<Orphan[]>
  /** The void itself failed: try again after a growing wait. */
  postpone(orphan: Orphan, waitMs: number): Promise<void>
}
