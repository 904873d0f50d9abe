import { type Lanes, shareLanes } from '@/lib/platform/jobs/lanes'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { ProcessorUnreachable } from '@/lib/service/processor/port'
import { cutOffAnswer, FIRST_REPEAT_MS, type RefundRunDeps, sendRefund } from './refund-payment'
import { claimDueRefunds, type DueRefund, refundSteps } from './refund-store'

/** Refunds repeated in one round, or accounts whose refunds are repeated side by side. */
export const REFUND_CONCURRENCY = 10
/** Refunds of one account side by side, while others may wait. */
const PER_ACCOUNT = 5
/** Longest wait between two repetitions: a processor may keep a failed answer for a day. */
const LONGEST_REPEAT_MS = 10 * 60_000

/** Repeats the PENDING refunds that no process holds until they are final. @returns their number */
export function repeatRefunds(options: WorkerDeps, lanes?: Lanes): Promise<number> {
  const { database, owner, leaseMs, log } = options
  return shareLanes(
    lanes,
    async ({ keys: busy, free }) => {
      const limit = Math.min(free, REFUND_CONCURRENCY)
      const claim = { owner, leaseMs, limit, busy, perAccount: lanes ? PER_ACCOUNT : limit }
      const due = await claimDueRefunds(database.as('checkout_system'), claim)
      return due.map((refund) => ({ ...refund, lane: refund.accountId, lane_team: refund.accountId }))
    },
    async (due) => {
      const running = due.map((refund) => repeat(options, refund))
      await Promise.allSettled(running)
      await Promise.all(running)
      log.info({ taken: due.length }, 'refunds repeated')
    },
  )
}

function repeat(options: WorkerDeps, refund: DueRefund): Promise<void> {
  const { database, processor, urls, now, log } = options
  const steps = refundSteps(database.as('checkout_service', refund.accountId), urls)
  const onFailure = (refundId: string) => log.warn({ refund_id: refundId }, 'a refund is unanswered')
  return repeatRefund({ steps, processor, now, onFailure }, refund)
}

/** Repeats a claimed refund, or leaves it to a later round. Throws if the database fails. */
export async function repeatRefund(deps: RefundRunDeps, refund: DueRefund): Promise<void> {
  const { steps, now, onFailure } = deps
  const cutOff = cutOffAnswer(refund)
  try {
    const outcome = await sendRefund(deps, refund)
    await steps.finish(refund, outcome, () => cutOff, now())
  } catch (error) {
    const waitMs = Math.min(FIRST_REPEAT_MS * 2 ** Math.min(refund.attempts, 20), LONGEST_REPEAT_MS)
    await steps.postpone(refund, waitMs)
    if (!(error instanceof ProcessorUnreachable)) throw error
    onFailure(refund.refundId, error)
  }
}
