import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { liftPause } from '@/lib/dashboard/client/call-pause'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/wake-sync'
import { Refusal } from '@/lib/dashboard/refusal'
import type { SyncProgress } from '@/lib/dashboard/schema/mirror'
import { DEEP_WINDOW_DAYS, queueRun } from './queue-run'
import { newestRun } from './sync-run'

/**
 * Queues a comparison of the mirror with the host, or the rest of the import. Returns an open run instead of a second one.
 * Throws Refusal `account_disconnected`.
 */
export async function requestReconcile(ctx: ConnectionContext): Promise<SyncProgress> {
  const { connectionId, db } = ctx
  if (ctx.disconnectedAt) throw new Refusal('account_disconnected')
  const run = await db.transaction(async (tx) => {
    await recordTeamAudit(tx, { ...ctx, action: 'mirror.reconcile', now: ctx.now() })
    await queueRun(tx, { connectionId, days: DEEP_WINDOW_DAYS, now: ctx.now() })
    await liftPause(tx, connectionId, ctx.now())
    await wakeSync(tx)
    return newestRun(tx, connectionId)
  })
  if (!run) throw new Error('a run that was just asked for is not there')
  return run
}
