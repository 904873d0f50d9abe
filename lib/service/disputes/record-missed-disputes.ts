import type { Log } from '@/lib/platform/log'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import { type RecordDisputeDeps, recordDispute } from './record-dispute'

const DAY_MS = 86_400_000
/** Days after its opening in which a bank decides a dispute, with a margin. */
const OPEN_DAYS = 180

export interface RecordMissedDisputesDeps extends RecordDisputeDeps {
  log: Log
  /** Null for the test bank, which reports no dispute by webhook. */
  books: Pick<ProcessorBooks, 'disputesSince'> | null
}

/**
 * Records each step of a dispute whose webhook was lost, from the processor's own list. Returns their number. Throws if the
 * processor does not answer.
 */
export async function recordMissedDisputes(deps: RecordMissedDisputesDeps): Promise<number> {
  const { books, now, log } = deps
  if (!books) return 0
  let missed = 0
  for await (const report of books.disputesSince(new Date(now().getTime() - OPEN_DAYS * DAY_MS))) {
    const recorded = await recordDispute(deps, report)
    if (recorded === 'unchanged') continue
    const { disputeReference, paymentReference, status } = report
    const facts = { dispute: disputeReference, payment_id: paymentReference, status, recorded }
    log.warn(facts, 'the processor has a step of a dispute that no webhook recorded')
    if (recorded === 'recorded') missed += 1
  }
  return missed
}
