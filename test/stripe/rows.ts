import type { TestCard } from './cards'
import type { Json } from './errors'

export interface MethodRow {
  id: string
  created: number
  card: TestCard
  expMonth: number
  expYear: number
  cvcCheck: 'pass' | 'unchecked'
  billing: Json
  metadata: Record<string, string>
  customer: string | null
  /** Intent that used the method without a customer: no other intent may use it. */
  usedBy: string | null
  isDetached: boolean
  /** Authenticated once for charges off session. */
  isSetUp: boolean
}

export interface CustomerRow {
  id: string
  created: number
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  metadata: Record<string, string>
  isDeleted: boolean
}

export interface RefundRow {
  id: string
  created: number
  amount: number
  charge: string
  status: 'succeeded' | 'pending' | 'failed'
  reason: string | null
  metadata: Record<string, string>
}

export interface DisputeRow {
  id: string
  created: number
  charge: string
  amount: number
  currency: string
  reason: string
  status: string
  /** Second by which evidence is due; 0 if the bank takes none. */
  dueBy: number
  /** Texts and ids of files by Stripe's names. */
  evidence: Record<string, string>
  submissions: number
  metadata: Record<string, string>
}

export interface FileRow {
  id: string
  created: number
  name: string
  type: string
  size: number
  purpose: string
}

export interface ChargeRow {
  id: string
  created: number
  intent: string
  amount: number
  amountCaptured: number
  /** Released or refunded. */
  amountRefunded: number
  isManual: boolean
  isAuthenticated: boolean
  method: MethodRow
  /** Error of a failed charge. */
  failure: Json | null
  isBlocked: boolean
  authorizationCode: string | null
  refunds: RefundRow[]
}

/** Returns the amount of a charge's refunds, without those that failed. */
export function refundedOf({ refunds }: ChargeRow): number {
  return refunds.reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount), 0)
}

/** Pending 3-D Secure; a decision on an older attempt has no effect. */
interface PendingAction {
  attempt: number
  returnUrl: string | null
}

interface AnyIntentRow {
  id: string
  created: number
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  method: string | null
  methodTypes: string[]
  /** Types that the request allowed; null if it named none in this way. */
  allowedTypes: string[] | null
  /** Methods come from the dashboard's settings; null if the request named their types. */
  automatic: { enabled: boolean; allow_redirects: string } | null
  status: string
  lastError: Json | null
  action: PendingAction | null
  attempts: number
  clientSecret: string
  cancellationReason: string | null
}

export interface IntentRow extends AnyIntentRow {
  kind: 'payment_intent'
  amount: number
  currency: string
  captureMethod: 'automatic' | 'automatic_async' | 'manual'
  setupFutureUsage: 'off_session' | 'on_session' | null
  receiptEmail: string | null
  shipping: Json | null
  statementSuffix: string | null
  amountCapturable: number
  amountReceived: number
  canceledAt: number | null
  /** Ids of its charges, oldest first. */
  charges: string[]
  /** Number of times that money was taken. */
  captures: number
}

export interface SetupRow extends AnyIntentRow {
  kind: 'setup_intent'
  usage: string
}

/** Everything that the double knows; ids are unique across all maps. */
export class Rows {
  readonly methods = new Map<string, MethodRow>()
  readonly customers = new Map<string, CustomerRow>()
  readonly intents = new Map<string, IntentRow>()
  readonly setups = new Map<string, SetupRow>()
  readonly charges = new Map<string, ChargeRow>()
  readonly refunds = new Map<string, RefundRow>()
  readonly disputes = new Map<string, DisputeRow>()
  readonly files = new Map<string, FileRow>()
  #count = 0

  constructor(
    readonly now: () => Date,
    readonly isLive: boolean,
    readonly url: () => string,
  ) {}

  id(prefix: string): string {
    this.#count += 1
    return `${prefix}_3Dbl${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}${this.#count}`
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }
}
