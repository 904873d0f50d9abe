import type { RefundStatus } from '@/lib/contract/states'
import type { ChargeStore, OrphanStore } from '@/lib/service/charges/charge-store'
import type { Answer, UsedKey } from '@/lib/service/idempotency/used-key'
import type { DueRefund, RefundHold, RefundIntent, RefundSteps } from '@/lib/service/refunds/refund-store'

/**
 * Store of the conformance suite and the simulation: the steps under test, the few other writers that race with them, a
 * simulated clock, and the stored contents. Two forms: memory and Postgres.
 */
export interface StoreUnderTest {
  accountId: string
  charges: ChargeStore
  orphans: OrphanStore
  refunds: RefundsUnderTest
  newLink(link: LinkSeed): Promise<void>
  /** Cancels a link; false if it is COMPLETED. */
  cancelLink(linkId: string, now: Date): Promise<boolean>
  /** Switches the account's charges on or off. */
  setCharges(on: boolean): Promise<void>
  /** Returns the status of GET /payments; null if there is no such payment. */
  paymentStatus(paymentId: string): Promise<PaymentStatus | null>
  /** Sets the store's own clock, which leases use. */
  setClock(atMs: number): Promise<void>
  contents(): Promise<StoreContents>
}

/** Steps of refunds, and those of the job that repeats them. */
export interface RefundsUnderTest extends RefundSteps {
  claim(intent: RefundIntent, owner: string, now: Date): Promise<RefundHold | UsedKey | 'not_reserved'>
  claimDue(owner: string): Promise<DueRefund[]>
}

export interface LinkSeed {
  id: string
  amountMinor: number
  maxUses: number | null
  expiresAt: Date | null
}

export type PaymentStatus = 'PENDING' | 'APPROVED' | 'FAILED' | 'VOIDED' | 'TIMEOUT'
type PaymentStep = 'AUTHORIZING' | 'CAPTURING' | 'VOIDING' | 'CONFIRMING'

/** Everything that is stored, in one shape for both forms; each list in the order of its ids. */
export interface StoreContents {
  payments: StoredPayment[]
  links: StoredLink[]
  keys: StoredKey[]
  events: StoredEvent[]
  ledger: StoredLedgerRow[]
  /** Payments for which a card waits to be saved. */
  heldCards: string[]
  refunds: StoredRefund[]
  refundKeys: StoredRefundKey[]
}

/** Stored payment; instants in milliseconds since 1970. */
export interface StoredPayment {
  id: string
  linkId: string | null
  customerId: string | null
  amountMinor: number
  status: PaymentStatus
  step: PaymentStep | null
  owner: string | null
  leaseUntil: number | null
  confirmUntil: number | null
  slotTaken: boolean
  voidAttempts: number
  declineCode: string | null
  feeMinor: number | null
  approvedAt: number | null
  refundedMinor: number
}

/** Stored refund; instants in milliseconds since 1970. */
export interface StoredRefund {
  id: string
  paymentId: string
  amountMinor: number
  status: RefundStatus
  owner: string | null
  leaseUntil: number | null
  attempts: number
  declineCode: string | null
}

export interface StoredRefundKey {
  /** Hash in hexadecimal. */
  keyHash: string
  refundId: string
  /** Response; null while RUNNING. */
  answer: Answer | null
}

export interface StoredLink {
  id: string
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
  maxUses: number | null
  slots: number
  paidCount: number
}

export interface StoredKey {
  route: string
  /** Hash in hexadecimal. */
  keyHash: string
  paymentId: string
  /** Response; null while RUNNING. */
  answer: Answer | null
}

export interface StoredEvent {
  kind: string
  objectId: string
  /** Status in the event's body. */
  status: string
}

export interface StoredLedgerRow {
  /** Payment or refund. */
  objectId: string
  ledger: string
  amountMinor: number
}
