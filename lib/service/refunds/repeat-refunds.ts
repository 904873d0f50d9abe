import type { Database } from '@/lib/platform/database'
import { type Lanes, shareLanes } from '@/lib/platform/jobs/lanes'
import type { Log } from '@/lib/platform/log'
import type { PublicUrls } from '@/lib/service/context'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { cutOffAnswer, FIRST_REPEAT_MS, sendRefund } from './refund-payment'
import { claimDueRefunds, type DueRefund, finishRefund, postponeRefund } from './refund-store'

/** Refunds repeated in one round, or accounts whose refunds are repeated side by side. */
export const REFUND_CONCURRENCY = 10
/** Refunds of one account side by side, while others may wait. */
const PER_ACCOUNT = 5
/** Longest wait between two repetitions: a processor may keep a failed answer for a day. */
const LONGEST_REPEAT_MS = 10 * 60_000

export interface RepeatRefundsOptions {
  database: Database
  processor: Processor
  urls: PublicUrls
  leaseMs: number
  owner: string
  now(): Date
  log: Log
}

/**
 * Repeats the PENDING refunds that no process holds, under their references, until their outcome is final. With `lanes`,
 * one for each account, the calls continue after the round. @returns the number of claimed refunds
 */
export function repeatRefunds(options: RepeatRefundsOptions, lanes?: Lanes): Promise<number> {
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
      const ends = await Promise.allSettled(due.map((refund) => repeatRefund(options, refund)))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
      log.info({ taken: due.length }, 'refunds repeated')
    },
  )
}

async function repeatRefund(options: RepeatRefundsOptions, refund: DueRefund): Promise<void> {
  const { database, urls, now, log } = options
  const db = database.as('checkout_service', refund.accountId)
  const cutOff = cutOffAnswer(refund)
  try {
    const outcome = await sendRefund(options, refund)
    await finishRefund(db, refund, outcome, { answerFor: () => cutOff, urls, now: now() })
  } catch (error) {
    const waitMs = Math.min(FIRST_REPEAT_MS * 2 ** Math.min(refund.attempts, 20), LONGEST_REPEAT_MS)
    await postponeRefund(db, refund, waitMs)
    if (!(error instanceof ProcessorUnreachable)) throw error
    log.warn({ refund_id: refund.refundId, wait_ms: waitMs }, 'a refund is unanswered')
  }
}
