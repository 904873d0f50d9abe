import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { PaymentStatus } from '@/lib/contract/states'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { applyListed } from './list-page'
import { WATCH_MS } from './watch-recent'

/** Contract: the other two states raise an event, these raise none. Neither does a link that is made. */
const silentStatuses = ['PENDING', 'VOIDED', 'TIMEOUT'] as const satisfies readonly PaymentStatus[]
/** One look is a request per silent state and one for links: about one in four seconds, of a hundred that a key may make in one. */
const LOOK_EVERY_MS = 15_000
/** A host that refuses or is down is not called for a while; the reconciliation reports its fault. */
const AFTER_FAILURE_MS = 120_000
/** Longer than a payer may take at their bank (30 minutes), so that every end is seen. */
const RECENT_MS = 45 * 60_000
/** One round's share of connections. */
const BATCH = 20

/**
 * For each connection that somebody looks at, asks the host for the recent links, and for the recent payments in the
 * states that raise no event, so that an open page need not wait for the next reconciliation. Any number of workers may
 * do so. With `lanes` the looks go on after the call. @returns how many looked
 */
export async function lookAtWatched(dashboard: Dashboard, lanes?: Lanes): Promise<number> {
  if (lanes?.isFull) return 0
  const at = dashboard.now().getTime()
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ id: string }>({
    name: 'claim-looks',
    text: `WITH due AS MATERIALIZED (
        SELECT id AS i FROM dashboard.connection
        WHERE watched_at > $1 AND (look_due_at IS NULL OR look_due_at <= $2)
          AND (calls_paused_until IS NULL OR calls_paused_until <= $2) AND id <> ALL($4)
        ORDER BY look_due_at NULLS FIRST LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.connection SET look_due_at = $3 FROM due WHERE id = i RETURNING id`,
    values: [new Date(at - WATCH_MS), new Date(at), new Date(at + LOOK_EVERY_MS), lanes?.keys ?? []],
  })
  if (lanes) for (const { id } of rows) lanes.start(id, () => lookAt(dashboard, id))
  else await Promise.all(rows.map(({ id }) => lookAt(dashboard, id)))
  return rows.length
}

async function lookAt(dashboard: Dashboard, connectionId: string): Promise<void> {
  try {
    const ctx = await openConnection(dashboard, connectionId, { isBackground: true })
    await lookAtLinks(ctx)
    for (const status of silentStatuses) await lookAtPayments(ctx, status)
  } catch (error) {
    const { log, database, now } = dashboard
    log.warn({ err: error, connection: connectionId }, 'what is recent could not be looked at')
    await database.as('checkout_dashboard', connectionId).query({
      name: 'postpone-look',
      text: 'UPDATE dashboard.connection SET look_due_at = $2 WHERE id = $1',
      values: [connectionId, new Date(now().getTime() + AFTER_FAILURE_MS)],
    })
  }
}

/** More than a page of them is a busy hour's: the newest are what is on screen, the reconciliation brings the rest. */
async function lookAtPayments(ctx: ConnectionContext, status: PaymentStatus): Promise<void> {
  const query = { limit: LIST_LIMIT_MAX, status, created_after: recentSince(ctx) }
  await applyListed(ctx, 'payments', await ctx.client.callAs('listPayments', unparsedListSchema, { query }))
}

async function lookAtLinks(ctx: ConnectionContext): Promise<void> {
  const query = { limit: LIST_LIMIT_MAX, created_after: recentSince(ctx) }
  await applyListed(ctx, 'links', await ctx.client.callAs('listPaymentLinks', unparsedListSchema, { query }))
}

function recentSince({ now }: ConnectionContext): string {
  return new Date(now().getTime() - RECENT_MS).toISOString()
}
