import * as z from 'zod'
import type { DisputeReason, EvidenceFileType } from '@/lib/contract/dispute'
import type { DisputeStatus } from '@/lib/contract/states'

/** Calls carry the payment's id and minor units. Throws only ProcessorUnreachable: the outcome is unknown. */
export interface Processor {
  /** Entry of a card on a payer's page: our form, or the processor's fields, which give our form an id. */
  readonly cardEntry: CardEntry
  /** Exchanges a card for a token. The only place to which a card number is sent. */
  tokenize(card: CardInput, use: CardUse, signal: AbortSignal): Promise<TokenizeAnswer>
  /** Reserves the amount. Under a voided reference: `refused`. A repetition changes nothing. */
  authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<AuthorizeAnswer>
  /** Returns the state of an authorization that needs its payer's confirmation, perhaps still undecided. */
  confirmed(reference: string, signal: AbortSignal): Promise<AuthorizeAnswer>
  /** Takes the reserved amount. Of a concurrent capture and void exactly one wins; both then report which. */
  capture(reference: string, signal: AbortSignal): Promise<CaptureAnswer>
  /** Releases the reserved amount, or bars the reference permanently (`tombstone`) if nothing was reserved. */
  void(reference: string, signal: AbortSignal): Promise<VoidAnswer>
  /** Returns money to the payer, once under the refund's reference. `declined` is final. */
  refund(request: RefundRequest, signal: AbortSignal): Promise<RefundAnswer>
  /** Hands a dispute's evidence to the bank, once. `refused`: the bank has none of it. */
  submitEvidence(evidence: DisputeEvidence, signal: AbortSignal): Promise<EvidenceAnswer>
  /** Returns the processor's books; for checks only, never to decide an outcome. */
  lookup(reference: string, signal: AbortSignal): Promise<LookupAnswer | null>
}

export type CardEntry = 'form' | 'hosted_fields'
export type CardInput = CardDetails | HostedCard

interface HostedCard {
  /** The processor's id of the card, as the payer's page sent it. */
  hostedId: string
}

export interface CardUse {
  /** Reference of the person for whom the card is saved, with consent; null for a single payment. */
  keepFor: string | null
  /** True if no payment follows: the processor verifies the card now. */
  verify: boolean
}

export const FOR_ONE_PAYMENT: CardUse = { keepFor: null, verify: false }

export interface CardDetails {
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvc: string
}

export type CardToken = z.infer<typeof cardToken>
export type TokenizeAnswer = z.infer<typeof tokenizeAnswer>

export interface AuthorizeRequest {
  reference: string
  token: string
  amountMinor: number
  currency: string
  /** Address of the payer's redirect after a confirmation; null if the payer is absent and cannot confirm. */
  returnUrl: string | null
  /** Name of the merchant, for the cardholder's statement. */
  merchantName?: string
}

export interface RefundRequest {
  reference: string
  paymentReference: string
  amountMinor: number
  currency: string
}

/** A dispute as the processor reports it, at any time and in any order. Amount in minor units. */
export interface DisputeReport {
  disputeReference: string
  paymentReference: string
  amountMinor: number
  currency: string
  reason: DisputeReason
  status: DisputeStatus
  evidenceDueAt: Date | null
  openedAt: Date
}

export interface DisputeEvidence {
  disputeReference: string
  text: string | null
  files: { id: string; name: string; type: EvidenceFileType; content: Buffer }[]
}

export type AuthorizeAnswer = z.infer<typeof authorizeAnswer>
export type CaptureAnswer = z.infer<typeof captureAnswer>
export type VoidAnswer = z.infer<typeof voidAnswer>
export type RefundAnswer = z.infer<typeof refundAnswer>
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>
export type LookupAnswer = z.infer<typeof lookupAnswer>

/** Error of a missing response: the processor may or may not have acted. */
export class ProcessorUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessorUnreachable'
  }
}

/** Time limit of one call of a processor; two of them fit into a charge's lease. */
export const PROCESSOR_TIMEOUT_MS = 8_000

/** Runs one call with its timeout: a late response, and any failure on the way, becomes ProcessorUnreachable. */
export function withProcessorTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number = PROCESSOR_TIMEOUT_MS,
): Promise<T> {
  return callWithin(call, timeoutMs, 'the processor', ProcessorUnreachable)
}

/** Runs a call to `who` within a time limit: a late response, and any other failure, becomes an `Unreachable`. */
export async function callWithin<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  who: string,
  Unreachable: new (message: string, options?: ErrorOptions) => Error,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const expired = new Promise<never>((_, reject) => {
    const late = () => reject(new Unreachable(`${who} did not answer in time`))
    signal.addEventListener('abort', late, { once: true })
  })
  try {
    return await Promise.race([call(signal), expired])
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`the call to ${who} failed`, { cause: error })
  }
}

const text = z.string().min(1).max(500)
const minor = z.number().int().nonnegative()
const declined = z.object({ outcome: z.literal('declined'), declineCode: text, processorReference: text })

const cardToken = z.object({
  token: text,
  brand: text,
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.number().int().min(1).max(12),
  expiryYear: z.number().int().min(2000).max(9999),
})

const tokenizeAnswer = z.discriminatedUnion('outcome', [
  cardToken.extend({ outcome: z.literal('token') }),
  z.object({ outcome: z.literal('declined'), declineCode: text }),
  // The payer confirms in the page, by the processor's script, which takes this secret; then the card is sent again.
  z.object({ outcome: z.literal('confirmation_required'), clientSecret: text }),
])

const authorizeAnswer = z.discriminatedUnion('outcome', [
  // Echoes the reserved amount; one that differs from ours is not captured.
  z.object({
    outcome: z.literal('authorized'),
    // null if the processor does not report the bank's code.
    authorizationCode: text.nullable(),
    processorReference: text,
    amountMinor: minor,
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  declined,
  // Nothing is reserved until the payer confirms at `confirmUrl`.
  z.object({
    outcome: z.literal('confirmation_required'),
    // The payer's browser is redirected to this address.
    confirmUrl: z.url({ protocol: /^https?$/ }).max(2_000),
    processorReference: text,
  }),
  z.object({ outcome: z.literal('refused') }),
])

const captureAnswer = z.object({ outcome: z.enum(['captured', 'voided']) })

const voidAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('voided'), processorReference: text }),
  z.object({
    outcome: z.literal('captured'),
    authorizationCode: text.nullable(),
    processorReference: text,
  }),
  declined,
  z.object({ outcome: z.literal('tombstone') }),
])

const refundAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refunded'), processorReference: text }),
  z.object({ outcome: z.literal('declined'), declineCode: text }),
])

const evidenceAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted') }),
  z.object({ outcome: z.literal('refused'), code: text }),
])

const lookupAnswer = z.object({
  status: z.enum(['CONFIRMING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'DECLINED', 'TOMBSTONE']),
  amountMinor: minor,
  currency: z.string(),
})

/** Parsers of a processor's responses. An invalid one is `ProcessorUnreachable`: its action is unknown. */
export const readAnswer = {
  tokenize: (answer: unknown): TokenizeAnswer => read(tokenizeAnswer, answer),
  authorize: (answer: unknown): AuthorizeAnswer => read(authorizeAnswer, answer),
  capture: (answer: unknown): CaptureAnswer => read(captureAnswer, answer),
  void: (answer: unknown): VoidAnswer => read(voidAnswer, answer),
  refund: (answer: unknown): RefundAnswer => read(refundAnswer, answer),
  evidence: (answer: unknown): EvidenceAnswer => read(evidenceAnswer, answer),
  lookup: (answer: unknown): LookupAnswer | null => read(lookupAnswer.nullable(), answer),
}

function read<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  // Only the paths are named, because the response may contain anything.
  const places = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new ProcessorUnreachable(`the processor answered something that is no answer (${places})`)
}
