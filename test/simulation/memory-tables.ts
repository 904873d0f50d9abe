import type { Answer } from '@/lib/service/idempotency/used-key'
import type {
  LinkSeed,
  StoreContents,
  StoredEvent,
  StoredLedgerRow,
  StoredLink,
  StoredPayment,
} from './store-under-test'

export interface MemoryPayment extends StoredPayment {
  currency: string
  createdAt: number
}

export interface MemoryLink extends StoredLink {
  amountMinor: number
  expiresAt: number | null
}

export interface MemoryKey {
  route: string
  keyHash: Buffer
  fingerprint: Buffer
  paymentId: string
  requestId: string
  answer: Answer | null
  doneAt: number | null
}

/** Violation of a constraint: Postgres would have refused the transaction. */
class ConstraintViolation extends Error {}

function requireConstraint(holds: boolean, constraint: string): void {
  if (!holds) throw new ConstraintViolation(`breaks the tables' rule ${constraint}`)
}

/** Tables of a charge, with the constraints of prisma/migrations. */
export class MemoryTables {
  readonly payments = new Map<string, MemoryPayment>()
  readonly links = new Map<string, MemoryLink>()
  readonly keys = new Map<string, MemoryKey>()
  readonly events: StoredEvent[] = []
  readonly ledger: StoredLedgerRow[] = []
  readonly heldCards = new Set<string>()

  static keyId(route: string, keyHash: Buffer): string {
    return `${route} ${keyHash.toString('latin1')}`
  }

  addLink({ id, amountMinor, maxUses, expiresAt }: LinkSeed): void {
    const link = { id, amountMinor, maxUses, expiresAt: expiresAt?.getTime() ?? null }
    this.links.set(id, { ...link, status: 'ACTIVE', slots: 0, paidCount: 0 })
  }

  checkPayment(payment: MemoryPayment): void {
    const { status, step, owner, leaseUntil, approvedAt, feeMinor, amountMinor, refundedMinor } = payment
    const refundable = status === 'APPROVED' ? amountMinor : 0
    requireConstraint(refundedMinor >= 0 && refundedMinor <= refundable, 'payment_refunded')
    requireConstraint((status === 'PENDING') === (step !== null), 'payment_pending_has_step')
    requireConstraint(
      status === 'PENDING' || (owner === null && leaseUntil === null),
      'payment_final_has_no_owner',
    )
    requireConstraint((status === 'APPROVED') === (approvedAt !== null), 'payment_approved_has_fee')
    requireConstraint((status === 'APPROVED') === (feeMinor !== null), 'payment_approved_has_fee')
  }

  checkLink({ paidCount, slots, maxUses }: MemoryLink): void {
    requireConstraint(paidCount >= 0 && slots >= paidCount, 'payment_link_quota')
    requireConstraint(maxUses === null || slots <= maxUses, 'payment_link_quota')
  }

  addLedgerRow(row: StoredLedgerRow): void {
    const known = this.ledger.some((it) => it.objectId === row.objectId && it.ledger === row.ledger)
    requireConstraint(!known, 'ledger_entry_once')
    this.ledger.push(row)
  }

  /** Returns copies in the order of their ids, without columns that only the in-memory form has. */
  snapshot(): Omit<StoreContents, 'refunds' | 'refundKeys'> {
    return {
      payments: [...this.payments.values()]
        .map(({ currency: _, createdAt: __, ...payment }) => payment)
        .sort(byId),
      links: [...this.links.values()].map(({ amountMinor: _, expiresAt: __, ...link }) => link).sort(byId),
      keys: [...this.keys.values()]
        .map(({ route, keyHash, paymentId, answer }) => ({
          route,
          keyHash: keyHash.toString('hex'),
          paymentId,
          answer,
        }))
        .sort((a, b) => compare(a.paymentId, b.paymentId)),
      events: this.events.map((event) => ({ ...event })).sort(byEvent),
      ledger: this.ledger.map((row) => ({ ...row })).sort(byLedger),
      heldCards: [...this.heldCards].sort(compare),
    }
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function byId(a: { id: string }, b: { id: string }): number {
  return compare(a.id, b.id)
}

/** Orders `StoreContents.events` in both forms. */
export function byEvent(a: StoredEvent, b: StoredEvent): number {
  return compare(a.objectId, b.objectId) || compare(a.kind, b.kind)
}

/** Orders `StoreContents.ledger` in both forms. */
export function byLedger(a: StoredLedgerRow, b: StoredLedgerRow): number {
  return compare(a.objectId, b.objectId) || compare(a.ledger, b.ledger)
}
