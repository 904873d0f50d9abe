import type { Log } from '@/lib/platform/log'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import { type ReverseRefundDeps, reverseRefund } from './reverse-refund'

const DAY_MS = 86_400_000
/** Days after its creation in which a refund fails, with a margin: a bank returns its money within about a month. */
const FAILING_DAYS = 90

export interface ReverseMissedRefundsDeps extends ReverseRefundDeps {
  log: Log
  books: Pick<ProcessorBooks, 'failedRefundsSince'> | null
}

/** Reverses refunds whose failure no webhook reported. Returns their number. Throws without an answer. */
export async function reverseMissedRefunds(deps: ReverseMissedRefundsDeps): Promise<number> {
  const { books, now, log } = deps
  if (!books) return 0
  let missed = 0
  for await (const refundId of books.failedRefundsSince(new Date(now().getTime() - FAILING_DAYS * DAY_MS))) {
    if ((await reverseRefund(deps, refundId)) !== 'reversed') continue
    log.warn({ refund_id: refundId }, 'a refund failed after it had succeeded, and no webhook reported it')
    missed += 1
  }
  return missed
}
