import { isDatabaseAway } from '@/lib/platform/database-away'
import { type Lanes, shareLanes } from '@/lib/platform/jobs/lanes'
import type { Answer } from '@/lib/service/idempotency/used-key'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { type Processor, ProcessorUnreachable, withProcessorTimeout } from '@/lib/service/processor/port'
import { cutOffAnswer } from './charge-answers'
import { outcomeOfVoid } from './charge-protocol'
import type { ChargeStore, Orphan, OrphanStore } from './charge-store'
import { postgresChargeStore } from './postgres-charge-store'
import { postgresOrphanStore } from './postgres-orphan-store'

/** Payments taken over in one round, or accounts whose voids run side by side. */
export const PAYMENT_CONCURRENCY = 20
/** Voids of one account side by side, while others may wait. */
const PER_ACCOUNT = 5
/** Waits after a void that failed: doubling from one second to at most twenty (decisions: unresolved). */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000
/** Longest wait of a payment whose end cannot be written; each try is logged, because a person has to act. */
const LONGEST_FAILED_WAIT_MS = 10 * 60_000

export interface ReconcileDeps {
  orphans: OrphanStore
  /** Returns the charge's own steps, for the account of one orphan. */
  storeFor(accountId: string): ChargeStore
  processor: Processor
  owner: string
  now(): Date
  /** Called at once for a payment whose end could not be written. */
  onFailure?(orphan: Orphan, error: unknown): void
}

/**
 * Runs one round: claims PENDING payments without a holder and closes each by the response to a void. Never captures,
 * never charges again (reliability: Resolve only by void). Returns the numbers of claimed and closed payments. Throws
 * the error that prevented the write of a payment's end, after the whole round.
 */
export async function reconcileOnce(deps: ReconcileDeps): Promise<{ taken: number; closed: number }> {
  const orphans = await deps.orphans.claimOrphans(deps.owner, PAYMENT_CONCURRENCY, deps.now())
  return { taken: orphans.length, closed: await closeOrphans(deps, orphans) }
}

async function closeOrphans(deps: ReconcileDeps, orphans: readonly Orphan[]): Promise<number> {
  const close = (orphan: Orphan) =>
    closeOrphan(deps, orphan).catch((error: unknown) => {
      deps.onFailure?.(orphan, error)
      throw error
    })
  const ends = await Promise.allSettled(orphans.map(close))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.filter((end) => end.status === 'fulfilled' && end.value).length
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function closeOrphan(deps: ReconcileDeps, orphan: Orphan): Promise<boolean> {
  try {
    const answer = await withProcessorTimeout((signal) => deps.processor.void(orphan.paymentId, signal))
    const cutOff: Answer = cutOffAnswer(orphan.paymentId, orphan.requestId)
    const stored = await deps
      .storeFor(orphan.accountId)
      .finish(orphan, outcomeOfVoid(answer), () => cutOff, deps.now())
    return stored !== null
  } catch (error) {
    const isUnreachable = error instanceof ProcessorUnreachable
    // A payment that fails for another reason waits longer: its lease alone would bring it back as often as any other.
    const longestMs = isUnreachable || isDatabaseAway(error) ? LONGEST_WAIT_MS : LONGEST_FAILED_WAIT_MS
    await deps.orphans.postpone(orphan, Math.min(FIRST_WAIT_MS * 2 ** orphan.voidAttempts, longestMs))
    if (!isUnreachable) throw error
    return false
  }
}

/** Runs one round and logs it. With `lanes`, one for each account, the voids continue after it. @returns the payments taken */
export function reconcilePayments(
  { database, processor, urls, leaseMs, owner, now, log }: WorkerDeps,
  lanes?: Lanes,
): Promise<number> {
  const deps: ReconcileDeps = {
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs }),
    storeFor: (accountId) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls, leaseMs }),
    processor,
    owner,
    now,
    onFailure: ({ paymentId: payment_id }, error) =>
      log.error({ payment_id, error: messageOf(error) }, 'a payment could not be closed'),
  }
  return shareLanes(
    lanes,
    async ({ keys, free }) => {
      const share = lanes && { busy: keys, perAccount: PER_ACCOUNT }
      const orphans = await deps.orphans.claimOrphans(
        owner,
        Math.min(free, PAYMENT_CONCURRENCY),
        now(),
        share,
      )
      return orphans.map((orphan) => ({ ...orphan, lane: orphan.accountId, lane_team: orphan.accountId }))
    },
    async (orphans) => {
      const closed = await closeOrphans(deps, orphans)
      log.info({ taken: orphans.length, closed }, 'payments reconciled')
    },
  )
}
