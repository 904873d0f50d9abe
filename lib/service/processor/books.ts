/** A real processor's books, for checks only: the outcome of a charge is never taken from them. */
export interface ProcessorBooks {
  /**
   * Yields the intents that were created since an instant and hold or took money, with the reference that each names, in
   * any order. Foreign intents of the same account may be among them. Throws if the processor does not answer.
   */
  capturedSince(since: Date): AsyncIterable<CapturedIntent>
  /**
   * Yields the refunds that were created since an instant and did not fail, with the reference that each names, in any
   * order. Throws if the processor does not answer.
   */
  refundsSince(since: Date): AsyncIterable<MadeRefund>
}

export interface MadeRefund {
  reference: string
  /** Amount in our minor units. */
  amountMinor: number
  /** Upper case. */
  currency: string
}

export interface CapturedIntent {
  reference: string
  /** Amount in our minor units. */
  amountMinor: number
  /** Upper case. */
  currency: string
  status: 'CAPTURED' | 'AUTHORIZED'
}
