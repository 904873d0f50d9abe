import type { Answer } from '@/lib/service/charges/charge-store'
import type { PaymentStatus } from './store-under-test'

/** One key and what was asked, answered and seen under it. */
export interface KeyRecord {
  name: string
  route: string
  keyHash: Buffer
  amountMinor: number
  linkId: string | null
  /** Whose saved card is charged, or on whose link the payer agrees to have the card saved. */
  customerId: string | null
  /** Under which payment ids requests with this key ran or wished to run. */
  paymentIds: string[]
  /** Every answer that came as what the key holds, in order. */
  answers: Answer[]
}

/** What a merchant wanted to be paid once, by however many keys it took. */
export interface Purchase {
  name: string
  keys: KeyRecord[]
}

/** What the simulation saw from outside; the invariants compare it with what store and bank hold in the end. */
export class Journal {
  readonly keys: KeyRecord[] = []
  readonly purchases: Purchase[] = []
  /** Payments that were claimed and have no final state yet. */
  readonly open = new Set<string>()
  /** Payments whose key holds a 409 for good: no later request of ours may take their money. */
  readonly unresolved = new Set<string>()
  /** Payments whose money the bank took. */
  readonly captured = new Set<string>()
  readonly cancelledLinks = new Set<string>()
  /** When a link stops by itself. */
  readonly linkExpiry = new Map<string, Date>()
  /** Final states that a client was shown. */
  readonly shown = new Map<string, PaymentStatus>()
  readonly violations: string[] = []

  isClosed(linkId: string, now: Date): boolean {
    const expiry = this.linkExpiry.get(linkId)
    return this.cancelledLinks.has(linkId) || (expiry !== undefined && expiry <= now)
  }

  violate(text: string): void {
    if (this.violations.length < 20) this.violations.push(text)
  }

  see(paymentId: string, status: PaymentStatus | null): void {
    const before = this.shown.get(paymentId)
    if (before && before !== status) this.violate(`${paymentId} was shown as ${before} and then as ${status}`)
    if (status && status !== 'PENDING') this.shown.set(paymentId, status)
  }

  answered(key: KeyRecord, answer: Answer): void {
    const [first] = key.answers
    if (first && (first.status !== answer.status || first.body !== answer.body))
      this.violate(`the answer of ${key.name} changed from ${tell(first)} to ${tell(answer)}`)
    key.answers.push(answer)
  }
}

/** An answer in a few words. */
export function tell({ status, body }: Answer): string {
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  return code ? `${status} ${code}` : `${status}`
}
