import type { DisputeReport } from './port'

/** A real processor's books, for checks only: the outcome of a charge is never taken from them. */
export interface ProcessorBooks {
  /**
   * Yields the intents that this database's deployment created since an instant and that hold or took money, in any order,
   * never those of another program on the same account. Throws if the processor does not answer.
   */
  capturedSince(since: Date): AsyncIterable<CapturedIntent>
  /**
   * Yields the refunds that were created since an instant and did not fail, with the reference that each names, in any
   * order. Throws if the processor does not answer.
   */
  refundsSince(since: Date): AsyncIterable<MadeRefund>
  /**
   * Yields the references of the refunds that were created since an instant and failed, also after they had succeeded, in
   * any order. Throws if the processor does not answer.
   */
  failedRefundsSince(since: Date): AsyncIterable<string>
  /**
   * Yields the disputes of our payments that were opened since an instant, as they are now, in any order. Throws if the
   * processor does not answer.
   */
  disputesSince(since: Date): AsyncIterable<DisputeReport>
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
