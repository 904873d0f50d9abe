import type { Log } from '@/lib/platform/log'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import type { DisputeReport } from '@/lib/service/processor/port'
import { noticeDispute } from './notice-dispute'
import { type RecordDisputeDeps, recordDispute } from './record-dispute'

const DAY_MS = 86_400_000
/** Days after its opening in which a bank decides a dispute, with a margin. */
const OPEN_DAYS = 180

export interface RecordMissedDisputesDeps extends RecordDisputeDeps {
  log: Log
  books: Pick<ProcessorBooks, 'disputesSince'> | null
}

/** Records steps of disputes whose webhooks were lost. Returns their number. Throws without an answer. */
export async function recordMissedDisputes(deps: RecordMissedDisputesDeps): Promise<number> {
  const { books, now, log } = deps
  if (!books) return 0
  let missed = 0
  for await (const report of books.disputesSince(new Date(now().getTime() - OPEN_DAYS * DAY_MS))) {
    const recorded = await recordDispute(deps, report)
    if (recorded === 'unchanged') continue
    if (recorded === 'decided_otherwise' || (recorded === 'unknown_payment' && isOld(report, now())))
      await noticeDispute(deps.database.as('checkout_system'), report, recorded, now())
    const { disputeReference, paymentReference, status } = report
    const facts = { dispute: disputeReference, payment_id: paymentReference, status, recorded }
    log.warn(facts, 'the processor has a step of a dispute that no webhook recorded')
    if (recorded === 'recorded') missed += 1
  }
  return missed
}

/** Returns whether the payment's approval would have been committed by now. */
function isOld({ openedAt }: DisputeReport, now: Date): boolean {
  return now.getTime() - openedAt.getTime() > DAY_MS
}
