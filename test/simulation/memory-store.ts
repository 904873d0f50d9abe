import { feeMinor } from '@/lib/domain/fee'
import type {
  AnswerFor,
  ChargeIntent,
  ChargeOutcome,
  ChargeStore,
  ClaimResult,
  Hold,
  Orphan,
  OrphanStore,
  Resumed,
} from '@/lib/service/charges/charge-store'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { MemoryRefunds } from './memory-refunds'
import { type MemoryKey, type MemoryLink, type MemoryPayment, MemoryTables } from './memory-tables'
import type { LinkSeed, PaymentStatus, StoreContents, StoreUnderTest } from './store-under-test'

export interface MemoryStoreOptions {
  accountId: string
  leaseMs: number
  Refunds?: typeof MemoryRefunds
}

/** Fees of a new account in a currency of two decimals (createAccount). */
export const FEES = { percentPpm: 29_000, fixedMinor: 30 }

/**
 * In-memory form of the Postgres stores: each step is atomic, like a short transaction. The bugs-in files replace its
 * small methods; store-conformance.test.ts keeps it equal to Postgres.
 */
export class MemoryStore extends MemoryTables implements StoreUnderTest, ChargeStore, OrphanStore {
  readonly accountId: string
  readonly leaseMs: number
  readonly charges: ChargeStore = this
  readonly orphans: OrphanStore = this
  readonly refunds: MemoryRefunds
  clock = 0
  protected mayCharge = true

  constructor({ accountId, leaseMs, Refunds = MemoryRefunds }: MemoryStoreOptions) {
    super()
    this.accountId = accountId
    this.leaseMs = leaseMs
    this.refunds = new Refunds(this)
  }

  async setClock(atMs: number): Promise<void> {
    this.clock = atMs
  }

  async newLink(link: LinkSeed): Promise<void> {
    this.addLink(link)
  }

  async cancelLink(linkId: string): Promise<boolean> {
    const link = this.linkOf(linkId)
    if (link.status === 'ACTIVE') link.status = 'CANCELLED'
    return link.status === 'CANCELLED'
  }

  async setCharges(on: boolean): Promise<void> {
    this.mayCharge = on
  }

  async paymentStatus(paymentId: string): Promise<PaymentStatus | null> {
    return this.payments.get(paymentId)?.status ?? null
  }

  async contents(): Promise<StoreContents> {
    return { ...this.snapshot(), ...this.refunds.contents() }
  }

  async claim(intent: ChargeIntent, owner: string, now: Date): Promise<ClaimResult> {
    const known = this.findKey(intent)
    if (known) return this.meaningOf(known, intent)
    const { route, keyHash, fingerprint, paymentId, requestId } = intent
    const { linkId, customerId, amountMinor, currency } = intent
    this.keys.set(MemoryTables.keyId(route, keyHash), {
      ...{ route, keyHash, fingerprint, paymentId, requestId },
      ...{ answer: null, doneAt: null },
    })
    this.payments.set(paymentId, {
      ...{ id: paymentId, linkId, customerId, amountMinor, currency, status: 'PENDING', step: 'AUTHORIZING' },
      owner,
      ...{ leaseUntil: this.clock + this.leaseMs, confirmUntil: null, slotTaken: false, voidAttempts: 0 },
      ...{ declineCode: null, feeMinor: null, approvedAt: null, refundedMinor: 0, createdAt: now.getTime() },
    })
    if (intent.cardToSave) this.heldCards.add(paymentId)
    return { kind: 'claimed' }
  }

  async beginCapture(hold: Hold, now: Date): Promise<'capture' | 'void' | 'lost'> {
    const payment = this.paymentOf(hold)
    if (!payment || !this.mayCapture(payment, hold)) return 'lost'
    const link = hold.linkId === null ? null : this.linkOf(hold.linkId)
    const taken = link !== null && this.mayCharge && this.takeSlot(link, now)
    payment.step = this.mayCharge && (taken || !link) ? 'CAPTURING' : 'VOIDING'
    payment.slotTaken = taken
    this.checkPayment(payment)
    return payment.step === 'VOIDING' ? 'void' : 'capture'
  }

  async finish(hold: Hold, outcome: ChargeOutcome, answerFor: AnswerFor, now: Date): Promise<Answer | null> {
    const payment = this.paymentOf(hold)
    if (!payment || !this.mayFinish(payment, hold)) return null
    this.settle(payment, outcome, now)
    return this.closeKey(hold, answerFor(outcome), now)
  }

  async storedAnswer({ paymentId }: Hold): Promise<Answer | null> {
    return this.keyOfPayment(paymentId)?.answer ?? null
  }

  async awaitConfirmation(hold: Hold, _confirmUrl: string, until: Date): Promise<boolean> {
    const payment = this.paymentOf(hold)
    if (!payment || !this.mayPark(payment, hold)) return false
    const parked = {
      step: 'CONFIRMING',
      owner: null,
      leaseUntil: null,
      confirmUntil: until.getTime(),
    } as const
    Object.assign(payment, parked)
    this.checkPayment(payment)
    return true
  }

  async resume(
    { accountId, paymentId }: Pick<Hold, 'accountId' | 'paymentId'>,
    owner: string,
    now: Date,
  ): Promise<Resumed | null> {
    const payment = this.paymentOf({ accountId, paymentId })
    if (payment?.status !== 'PENDING' || !this.awaitsPayer(payment)) return null
    const { confirmUntil, linkId, amountMinor, currency } = payment
    if (confirmUntil === null || confirmUntil <= now.getTime()) return null
    Object.assign(payment, { step: 'AUTHORIZING', owner, leaseUntil: this.clock + this.leaseMs })
    const requestId = this.keyOfPayment(paymentId)?.requestId ?? paymentId
    return {
      ...{ accountId, paymentId, owner, linkId, amountMinor, currency, requestId },
      confirmUntil: new Date(confirmUntil),
      confirmUrl: 'https://bank.example',
    }
  }

  async leaveUnresolved(hold: Hold, answer: Answer, now: Date): Promise<Answer | null> {
    const payment = this.paymentOf(hold)
    if (payment?.status !== 'PENDING' || payment.owner !== hold.owner) return null
    Object.assign(payment, { owner: null, leaseUntil: this.clock, confirmUntil: null })
    return this.closeKey(hold, answer, now)
  }

  async claimOrphans(owner: string, limit: number, now: Date): Promise<Orphan[]> {
    const due = [...this.payments.values()]
      .filter((payment) => payment.status === 'PENDING' && this.isDue(payment, now))
      .sort((a, b) => dueSince(a) - dueSince(b) || a.createdAt - b.createdAt)
      .slice(0, limit)
    return due.map((payment) => {
      Object.assign(payment, { owner, step: 'VOIDING', leaseUntil: this.clock + this.leaseMs })
      const { id: paymentId, linkId, amountMinor, voidAttempts } = payment
      const requestId = this.keyOfPayment(paymentId)?.requestId ?? paymentId
      return { accountId: this.accountId, paymentId, linkId, amountMinor, voidAttempts, requestId, owner }
    })
  }

  async postpone(orphan: Orphan, waitMs: number): Promise<void> {
    const payment = this.paymentOf(orphan)
    if (payment?.status !== 'PENDING' || payment.owner !== orphan.owner) return
    const voidAttempts = payment.voidAttempts + 1
    Object.assign(payment, { owner: null, voidAttempts, leaseUntil: this.clock + waitMs })
  }

  protected findKey({ accountId, route, keyHash }: ChargeIntent): MemoryKey | undefined {
    return accountId === this.accountId ? this.keys.get(MemoryTables.keyId(route, keyHash)) : undefined
  }

  protected meaningOf(key: MemoryKey, { fingerprint }: ChargeIntent): ClaimResult {
    if (!key.fingerprint.equals(fingerprint)) return { kind: 'reused' }
    const { answer, paymentId } = key
    return answer ? { kind: 'replay', answer: { ...answer }, paymentId } : { kind: 'running', paymentId }
  }

  protected mayCapture({ status, step, owner, leaseUntil }: MemoryPayment, hold: Hold): boolean {
    const leaseLeft = leaseUntil !== null && leaseUntil > this.clock + this.leaseMs / 3
    return status === 'PENDING' && step === 'AUTHORIZING' && owner === hold.owner && leaseLeft
  }

  protected mayFinish({ status, owner }: MemoryPayment, hold: Hold): boolean {
    return status === 'PENDING' && owner === hold.owner
  }

  protected mayPark({ status, step, owner }: MemoryPayment, hold: Hold): boolean {
    return status === 'PENDING' && step === 'AUTHORIZING' && owner === hold.owner
  }

  /** True also after the death of a process that was reading the payer's decision. */
  protected awaitsPayer({ step, confirmUntil, leaseUntil }: MemoryPayment): boolean {
    const isLeft = leaseUntil !== null && leaseUntil <= this.clock
    return step === 'CONFIRMING' || (step === 'AUTHORIZING' && confirmUntil !== null && isLeft)
  }

  protected isDue({ step, confirmUntil, leaseUntil }: MemoryPayment, now: Date): boolean {
    if (step === 'AUTHORIZING' && confirmUntil !== null && confirmUntil > now.getTime()) return false
    if (step === 'CONFIRMING') return confirmUntil !== null && confirmUntil <= now.getTime()
    return leaseUntil !== null && leaseUntil <= this.clock
  }

  protected takeSlot(link: MemoryLink, now: Date): boolean {
    const { status, slots, maxUses, expiresAt } = link
    const open = status === 'ACTIVE' && (expiresAt === null || expiresAt > now.getTime())
    if (!open || (maxUses !== null && slots >= maxUses)) return false
    link.slots += 1
    this.checkLink(link)
    return true
  }

  protected settle(payment: MemoryPayment, outcome: ChargeOutcome, now: Date): void {
    const { id, amountMinor } = payment
    const approved = outcome.status === 'APPROVED'
    const fee = approved ? feeMinor(amountMinor, FEES) : null
    Object.assign(payment, {
      ...{ status: outcome.status, step: null, owner: null, leaseUntil: null, confirmUntil: null },
      ...{ feeMinor: fee, approvedAt: approved ? now.getTime() : null },
      declineCode: outcome.status === 'FAILED' ? outcome.declineCode : null,
    })
    this.checkPayment(payment)
    const { linkId, customerId } = payment
    if (linkId !== null && customerId !== null && this.heldCards.delete(id) && approved)
      this.record('customer.card_saved', customerId, 'ACTIVE')
    if (fee !== null) this.book(id, amountMinor, fee)
    const link = payment.slotTaken && payment.linkId !== null ? this.linkOf(payment.linkId) : null
    if (link && approved) this.countUse(link)
    if (link && !approved) this.releaseSlot(link)
    if (approved) this.record('payment.succeeded', id, outcome.status)
    if (link && approved && link.status === 'COMPLETED')
      this.record('payment_link.completed', link.id, link.status)
    if (outcome.status === 'FAILED') this.record('payment.failed', id, outcome.status)
  }

  protected book(paymentId: string, amountMinor: number, fee: number): void {
    this.addLedgerRow({ objectId: paymentId, ledger: 'available', amountMinor: amountMinor - fee })
    this.addLedgerRow({ objectId: paymentId, ledger: 'clearing', amountMinor: -amountMinor })
    this.addLedgerRow({ objectId: paymentId, ledger: 'fees', amountMinor: fee })
  }

  record(kind: string, objectId: string, status: string): void {
    this.events.push({ kind, objectId, status })
  }

  protected countUse(link: MemoryLink): void {
    link.paidCount += 1
    if (link.status === 'ACTIVE' && link.paidCount === link.maxUses) link.status = 'COMPLETED'
    this.checkLink(link)
  }

  protected releaseSlot(link: MemoryLink): void {
    link.slots -= 1
    this.checkLink(link)
  }

  /** Stores a response; an existing one stays. */
  protected closeKey({ paymentId }: Hold, answer: Answer, now: Date): Answer {
    const key = this.keyOfPayment(paymentId)
    if (key && !key.answer) Object.assign(key, { answer, doneAt: now.getTime() })
    return answer
  }

  protected keyOfPayment(paymentId: string): MemoryKey | undefined {
    for (const key of this.keys.values()) if (key.paymentId === paymentId) return key
    return undefined
  }

  protected paymentOf(hold: Pick<Hold, 'accountId' | 'paymentId'>): MemoryPayment | undefined {
    return hold.accountId === this.accountId ? this.payments.get(hold.paymentId) : undefined
  }

  protected linkOf(linkId: string): MemoryLink {
    const link = this.links.get(linkId)
    if (!link) throw new Error(`there is no link ${linkId}`)
    return link
  }
}

/** Returns the time since which no process holds the payment. */
function dueSince({ leaseUntil, confirmUntil }: MemoryPayment): number {
  return leaseUntil ?? confirmUntil ?? 0
}
