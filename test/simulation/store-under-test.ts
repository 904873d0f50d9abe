import type { Answer, ChargeStore, OrphanStore } from '@/lib/service/charges/charge-store'

/**
 * What the conformance suite and the simulation need of a store: the steps under test, the few other writers that
 * race them, a clock that is driven, and a look at what is stored. Two forms: memory and Postgres.
 */
export interface StoreUnderTest {
  accountId: string
  charges: ChargeStore
  orphans: OrphanStore
  newLink(link: LinkSeed): Promise<void>
  /** Cancels a link. false = it is COMPLETED. */
  cancelLink(linkId: string, now: Date): Promise<boolean>
  /** Lets the account charge, or not. */
  setCharges(on: boolean): Promise<void>
  /** What GET /payments tells; null = no such payment. */
  paymentStatus(paymentId: string): Promise<PaymentStatus | null>
  /** Sets the store's own clock, by which leases run. */
  setClock(atMs: number): Promise<void>
  contents(): Promise<StoreContents>
}

export interface LinkSeed {
  id: string
  amountMinor: number
  maxUses: number | null
  expiresAt: Date | null
}

export type PaymentStatus = 'PENDING' | 'APPROVED' | 'FAILED' | 'VOIDED' | 'TIMEOUT'
export type PaymentStep = 'AUTHORIZING' | 'CAPTURING' | 'VOIDING' | 'CONFIRMING'

/** Everything that is stored, in one shape for both forms; each list in the order of its ids. */
export interface StoreContents {
  payments: StoredPayment[]
  links: StoredLink[]
  keys: StoredKey[]
  events: StoredEvent[]
  ledger: StoredLedgerRow[]
  /** Payments for which a card waits to be saved. */
  heldCards: string[]
}

/** Instants in milliseconds since 1970. */
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
  /** Hexadecimal. */
  keyHash: string
  paymentId: string
  /** null while RUNNING. */
  answer: Answer | null
}

export interface StoredEvent {
  kind: string
  objectId: string
  /** The status inside the event's body. */
  status: string
}

export interface StoredLedgerRow {
  paymentId: string
  ledger: string
  amountMinor: number
}
