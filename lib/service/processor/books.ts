import type { DisputeReport } from './port'

/** A real processor's books, for checks only: the outcome of a charge is never taken from them. */
export interface ProcessorBooks {
  /** Yields this deployment's intents since an instant that hold or took money. Throws without an answer. */
  capturedSince(since: Date): AsyncIterable<ProcessorEntry>
  /** Yields the refunds since an instant that did not fail. Throws without an answer. */
  refundsSince(since: Date): AsyncIterable<ProcessorEntry>
  /** Yields the references of refunds since an instant that failed, even later. Throws without an answer. */
  failedRefundsSince(since: Date): AsyncIterable<string>
  /** Yields our payments' disputes since an instant, as they are now. Throws without an answer. */
  disputesSince(since: Date): AsyncIterable<DisputeReport>
}

/** An intent that holds or took money, or a refund, under our reference. */
export interface ProcessorEntry {
  reference: string
  amountMinor: number
  /** Upper case. */
  currency: string
  status: 'CAPTURED' | 'AUTHORIZED' | 'REFUNDED'
}
