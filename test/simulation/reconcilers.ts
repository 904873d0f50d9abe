import { reconcileOnce } from '@/lib/service/charges/reconcile'
import { bankOf } from './bank-network'
import { repeatDue } from './refund-requests'
import { chargeStepsOf, orphanStepsOf } from './store-steps'
import { clockOf, type RunEnd, startRun, type World } from './world'

const POLL_MS = { first: 2_000, longest: 240_000 }
/** Time after the last request after which an open payment is never closed. */
const TIMEOUT_MS = 3 * 3_600_000

/** Runs reconciler processes: round after round; after a death another one with another name starts. */
export async function runReconciler(world: World): Promise<void> {
  const { timeline, journal, dice } = world
  let owner = `rec${world.nextNumber()}`
  let pollMs = POLL_MS.first
  let idleSinceMs: number | null = null
  for (;;) {
    await timeline.sleep(Math.round(pollMs * (0.5 + dice.next())))
    pollMs = Math.min(pollMs * 1.25, POLL_MS.longest)
    if (world.busy === 0) {
      idleSinceMs ??= timeline.nowMs
      if (journal.open.size === 0 || timeline.nowMs > idleSinceMs + TIMEOUT_MS) return
    }
    let end: RunEnd<unknown> = await startRun(world, owner, (run) =>
      reconcileOnce({
        orphans: orphanStepsOf(world, run),
        storeFor: () => chargeStepsOf(world, run),
        processor: bankOf(world, run, 'reconciler'),
        owner,
        now: clockOf(world, run),
      }),
    )
    if (world.journal.refundKeys.length > 0 && end.kind !== 'died')
      end = await startRun(world, owner, (run) => repeatDue(world, run, owner))
    if (end.kind === 'died') owner = `rec${world.nextNumber()}`
  }
}
