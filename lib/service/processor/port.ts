/**
 * What a card processor must do for us. Every call carries OUR reference (the payment's id), so that after a lost
 * answer the same reference can be voided. Amounts in minor units. Each call throws `ProcessorUnreachable` when it
 * is unknown whether the processor acted; nothing else may be thrown for an answer that did arrive.
 */
export interface Processor {
  /** Swaps a card for a token. The one place to which a card number travels. */
  tokenize(card: CardDetails, signal: AbortSignal): Promise<CardToken>
  /** Reserves the amount. Under a reference that was voided before: `refused`. Repeating it changes nothing. */
  authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<AuthorizeAnswer>
  /**
   * What became of an authorisation that asked for its payer's confirmation. `confirmation_required` = the payer has
   * not decided yet.
   */
  confirmed(reference: string, signal: AbortSignal): Promise<AuthorizeAnswer>
  /** Takes the reserved amount. Of a capture and a void that race, exactly one wins; both then tell which. */
  capture(reference: string, signal: AbortSignal): Promise<CaptureAnswer>
  /** Gives the reserved amount back, or bars the reference for ever (`tombstone`) where nothing was reserved. */
  void(reference: string, signal: AbortSignal): Promise<VoidAnswer>
  /** What the processor's books say; for checks alone, never to decide an outcome. */
  lookup(reference: string, signal: AbortSignal): Promise<LookupAnswer | null>
}

export interface CardDetails {
  /** Digits only. */
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvc: string
}

export interface CardToken {
  token: string
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
}

export interface AuthorizeRequest {
  reference: string
  token: string
  amountMinor: number
  currency: string
  /** Where the bank sends the payer after a confirmation step; null when the payer is not there to confirm. */
  returnUrl: string | null
}

export type AuthorizeAnswer =
  /** Echoes what was reserved; an amount other than ours is not captured. */
  | {
      outcome: 'authorized'
      authorizationCode: string
      processorReference: string
      amountMinor: number
      currency: string
    }
  | { outcome: 'declined'; declineCode: string; processorReference: string }
  /** Nothing is reserved until the payer confirms at `confirmUrl`. */
  | { outcome: 'confirmation_required'; confirmUrl: string; processorReference: string }
  | { outcome: 'refused' }

export type CaptureAnswer = { outcome: 'captured' } | { outcome: 'voided' }

export type VoidAnswer =
  | { outcome: 'voided'; processorReference: string }
  | { outcome: 'captured'; authorizationCode: string; processorReference: string }
  | { outcome: 'declined'; declineCode: string; processorReference: string }
  | { outcome: 'tombstone' }

export interface LookupAnswer {
  status: 'CONFIRMING' | 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'DECLINED' | 'TOMBSTONE'
  amountMinor: number
  currency: string
}

/** The processor's answer did not arrive: it may or may not have acted. */
export class ProcessorUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessorUnreachable'
  }
}

/** Longest wait for one answer of a processor; two of them fit into a charge's lease. */
export const PROCESSOR_TIMEOUT_MS = 8_000

/** Runs one call with its time-out: a late answer, and any failure on the way, becomes ProcessorUnreachable. */
export async function withProcessorTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number = PROCESSOR_TIMEOUT_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const expired = new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new ProcessorUnreachable('the processor did not answer in time')),
      {
        once: true,
      },
    )
  })
  try {
    return await Promise.race([call(signal), expired])
  } catch (error) {
    if (error instanceof ProcessorUnreachable) throw error
    throw new ProcessorUnreachable('the call to the processor failed', { cause: error })
  }
}
