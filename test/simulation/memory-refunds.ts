import type { Answer } from '@/lib/service/idempotency/used-key'
import type { RefundRow } from '@/lib/service/payments/refund-row'
import type { RefundAnswer } from '@/lib/service/processor/port'
import type { DueRefund, RefundHold, RefundIntent } from '@/lib/service/refunds/refund-store'
import type { MemoryPayment } from './memory-tables'
import type { RefundsUnderTest, StoredLedgerRow, StoredRefund, StoredRefundKey } from './store-under-test'

/** Refunds of one round, as `repeatRefunds` claims them. */
export const REPEATED_AT_ONCE = 10

/** Tables of the store that refunds touch. */
export interface RefundTables {
  readonly accountId: string
  readonly leaseMs: number
  readonly clock: number
  readonly payments: ReadonlyMap<string, MemoryPayment>
  checkPayment(payment: MemoryPayment): void
  addLedgerRow(row: StoredLedgerRow): void
  record(kind: string, objectId: string, status: string): void
}

interface MemoryRefund extends StoredRefund {
  currency: string
  requestId: string
  createdAt: Date
  fields: Pick<RefundRow, 'reason' | 'note'>
}

/** In-memory form of lib/service/refunds/refund-store.ts; the runs on Postgres are compared with it. */
export class MemoryRefunds implements RefundsUnderTest {
  protected readonly tables: RefundTables
  readonly #refunds = new Map<string, MemoryRefund>()
  readonly #keys = new Map<string, StoredRefundKey & { fingerprint: Buffer }>()

  constructor(tables: RefundTables) {
    this.tables = tables
  }

  async claim(intent: RefundIntent, owner: string, now: Date) {
    const { refundId, paymentId, amountMinor, requestId, fingerprint, reason, note } = intent
    const payment = this.tables.payments.get(paymentId)
    const keyHash = intent.keyHash.toString('hex')
    const key = this.#keys.get(keyHash)
    if (key && !key.fingerprint.equals(fingerprint)) return { kind: 'reused' } as const
    if (key?.answer) return { kind: 'replay', answer: { ...key.answer }, paymentId: null } as const
    if (key) return { kind: 'running', paymentId: null } as const
    if (!payment || !this.mayReserve(payment, amountMinor)) return 'not_reserved'
    this.reserve(payment, amountMinor)
    const { currency } = payment
    this.#refunds.set(refundId, {
      ...{
        id: refundId,
        paymentId,
        amountMinor,
        currency,
        requestId,
        createdAt: now,
        fields: { reason, note },
      },
      ...{ status: 'PENDING', owner, leaseUntil: this.tables.clock + this.tables.leaseMs, attempts: 0 },
      declineCode: null,
    })
    this.#keys.set(keyHash, { keyHash, fingerprint, refundId, answer: null })
    return { accountId: this.tables.accountId, refundId, paymentId, amountMinor, currency, owner, requestId }
  }

  async finish(
    hold: RefundHold,
    outcome: RefundAnswer,
    answerFor: (refund: RefundRow) => Answer,
    now: Date,
  ): Promise<Answer | null> {
    const refund = this.#refunds.get(hold.refundId)
    if (!refund || !this.mayFinish(refund, hold)) return null
    const { id, paymentId, amountMinor, currency, createdAt, fields } = refund
    const refunded = outcome.outcome === 'refunded'
    const status = refunded ? 'SUCCEEDED' : 'FAILED'
    const declineCode = refunded ? null : outcome.declineCode
    Object.assign(refund, { status, owner: null, leaseUntil: null, declineCode })
    if (refunded) this.book(id, amountMinor)
    else this.giveBack(refund)
    this.tables.record(refunded ? 'payment.refunded' : 'payment.refund_failed', paymentId, status)
    return this.closeKey(
      id,
      answerFor({
        ...{ account_id: this.tables.accountId, id, payment_id: paymentId, amount_minor: amountMinor },
        ...{ fee_minor: 0, currency, ...fields, status, decline_code: declineCode },
        ...{ created_at: createdAt, finished_at: now },
      }),
    )
  }

  async storedAnswer({ refundId }: RefundHold): Promise<Answer | null> {
    return this.keyOf(refundId)?.answer ?? null
  }

  async postpone(hold: RefundHold, waitMs: number, closing?: { answer: Answer }): Promise<boolean> {
    const refund = this.#refunds.get(hold.refundId)
    if (refund?.status !== 'PENDING' || refund.owner !== hold.owner) return false
    const attempts = refund.attempts + 1
    Object.assign(refund, { owner: null, attempts, leaseUntil: this.tables.clock + waitMs })
    if (closing) this.closeKey(refund.id, closing.answer)
    return true
  }

  async claimDue(owner: string): Promise<DueRefund[]> {
    const { accountId, clock, leaseMs } = this.tables
    return [...this.#refunds.values()]
      .filter(({ status, leaseUntil }) => status === 'PENDING' && (leaseUntil ?? 0) <= clock)
      .sort((a, b) => (a.leaseUntil ?? 0) - (b.leaseUntil ?? 0))
      .slice(0, REPEATED_AT_ONCE)
      .map((refund) => {
        Object.assign(refund, { owner, leaseUntil: clock + leaseMs })
        const { id: refundId, paymentId, amountMinor, currency, requestId, attempts } = refund
        return { accountId, refundId, paymentId, amountMinor, currency, owner, requestId, attempts }
      })
  }

  contents(): { refunds: StoredRefund[]; refundKeys: StoredRefundKey[] } {
    const inOrder = (a: string, b: string) => (a < b ? -1 : 1)
    return {
      refunds: [...this.#refunds.values()]
        .map(({ currency: _, requestId: __, createdAt: ___, fields: ____, ...refund }) => refund)
        .sort((a, b) => inOrder(a.id, b.id)),
      refundKeys: [...this.#keys.values()]
        .map(({ keyHash, refundId, answer }) => ({ keyHash, refundId, answer }))
        .sort((a, b) => inOrder(a.refundId, b.refundId)),
    }
  }

  protected mayReserve({ status, amountMinor, refundedMinor }: MemoryPayment, part: number): boolean {
    return status === 'APPROVED' && amountMinor - refundedMinor >= part
  }

  protected reserve(payment: MemoryPayment, amountMinor: number): void {
    payment.refundedMinor += amountMinor
    this.tables.checkPayment(payment)
  }

  protected giveBack({ paymentId, amountMinor }: StoredRefund): void {
    const payment = this.tables.payments.get(paymentId)
    if (payment) this.reserve(payment, -amountMinor)
  }

  protected mayFinish({ status, owner }: StoredRefund, hold: RefundHold): boolean {
    return status === 'PENDING' && owner === hold.owner
  }

  protected book(refundId: string, amountMinor: number): void {
    this.tables.addLedgerRow({ objectId: refundId, ledger: 'available', amountMinor: -amountMinor })
    this.tables.addLedgerRow({ objectId: refundId, ledger: 'clearing', amountMinor })
  }

  /** Stores a response, and returns it; an existing one stays. */
  protected closeKey(refundId: string, answer: Answer): Answer {
    const key = this.keyOf(refundId)
    if (key) key.answer ??= answer
    return key?.answer ?? answer
  }

  protected keyOf(refundId: string): StoredRefundKey | undefined {
    for (const key of this.#keys.values()) if (key.refundId === refundId) return key
    return undefined
  }
}
