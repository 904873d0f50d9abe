import type { Answer } from '@/lib/service/idempotency/used-key'
import type { PaymentStatus } from './store-under-test'

/** One key with its requests, responses and results. */
export interface KeyRecord {
  name: string
  route: string
  keyHash: Buffer
  amountMinor: number
  linkId: string | null
  /** Customer whose saved card is charged, or who consents to save the card on a link. */
  customerId: string | null
  /** Payment ids under which requests with this key ran or tried to run. */
  paymentIds: string[]
  /** Every response that is the stored one of the key, in order. */
  answers: Answer[]
}

/** Key of a refund with its requests and responses. */
export interface RefundKeyRecord extends Pick<KeyRecord, 'name' | 'keyHash' | 'amountMinor' | 'answers'> {
  paymentId: string
  /** Refund ids under which requests with this key ran or tried to run. */
  refundIds: string[]
}

/** Purchase that a merchant wants to be paid once, with any number of keys. */
export interface Purchase {
  name: string
  keys: KeyRecord[]
}

/** External observations of the simulation; the invariants compare them with the final contents of store and bank. */
export class Journal {
  readonly keys: KeyRecord[] = []
  readonly purchases: Purchase[] = []
  readonly refundKeys: RefundKeyRecord[] = []
  /** Payments and refunds that were claimed and have no final state yet. */
  readonly open = new Set<string>()
  /** Payments whose key has a final 409: no later request of ours may take their money. */
  readonly unresolved = new Set<string>()
  /** Payments whose money the bank took. */
  readonly captured = new Set<string>()
  /** Amounts of the payments that are approved here. */
  readonly approved = new Map<string, number>()
  /** Payments whose card takes no refund. */
  readonly declinesRefunds = new Set<string>()
  /** Hashes of the keys whose refund was claimed. */
  readonly claimedKeys = new Set<string>()
  /** Amounts of a payment's refunds that are open or succeeded. */
  readonly reserved = new Map<string, number>()
  readonly cancelledLinks = new Set<string>()
  /** Time at which a link expires. */
  readonly linkExpiry = new Map<string, Date>()
  /** Final states that a client was shown. */
  readonly shown = new Map<string, PaymentStatus>()
  readonly violations: string[] = []

  /** Adds to what a payment's refunds may take, which is never more than its amount. */
  reserve(paymentId: string, amountMinor: number): void {
    const sum = (this.reserved.get(paymentId) ?? 0) + amountMinor
    this.reserved.set(paymentId, sum)
    if (sum > (this.approved.get(paymentId) ?? 0)) this.violate(`refunds of ${paymentId} together are ${sum}`)
  }

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

  answered(key: Pick<KeyRecord, 'name' | 'answers'>, answer: Answer): void {
    const [first] = key.answers
    if (first && (first.status !== answer.status || first.body !== answer.body))
      this.violate(`the answer of ${key.name} changed from ${answerText(first)} to ${answerText(answer)}`)
    key.answers.push(answer)
  }
}

/** Returns a short form of a response. */
export function answerText({ status, body }: Answer): string {
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  return code ? `${status} ${code}` : `${status}`
}
