import type { PaymentStatus } from '@/lib/contract/states'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { openConnection } from '@/lib/dashboard/open-connection'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { sql } from '@/lib/platform/sql'
import { listPage } from './list-page'

/** Time without a signal after which a page counts as closed; open pages send one more often. */
const WATCH_MS = 60_000
/** States that raise no event by the contract; a new link raises none either. */
const silentStatuses = ['PENDING', 'VOIDED', 'TIMEOUT'] as const satisfies readonly PaymentStatus[]
/**
 * Interval of looks. One look is a request per silent state and one for links: about one request in four seconds, of a
 * hundred per second that a key may make.
 */
const POLL_EVERY_MS = 15_000
/**
 * Age of the payments that are read; longer than a payer may take at the bank (30 minutes), so that every end is seen.
 */
const RECENT_MS = 45 * 60_000

/** Records that a page is open: the worker then looks for changes without an event (`pollWatched`). */
export async function watchRecent({ db, connectionId, now }: ConnectionContext): Promise<{ watching: true }> {
  const at = now()
  // Several pages of one team would write the same again.
  await db.query(sql`
    UPDATE dashboard.connection SET watched_at = ${at}
    WHERE id = ${connectionId} AND (watched_at IS NULL OR watched_at < ${new Date(at.getTime() - WATCH_MS / 4)})`)
  return { watching: true }
}

/**
 * Fetches the recent links, and the recent payments in the states that raise no event, for each connection with an open
 * page, so that the page need not wait for the next comparison. Any number of workers may call it. With `lanes` the
 * looks continue after the call. @returns the number of looks
 */
export async function pollWatched(dashboard: Dashboard, lanes?: Lanes): Promise<number> {
  return shareLanes(
    lanes,
    (room) => claimPolls(dashboard, room),
    async ([row]) => void (row && (await pollConnection(dashboard, row.lane))),
  )
}

/** Claims the watched connections that are due: teams with fewer lanes first, each up to its share. */
async function claimPolls({ database, now }: Dashboard, room: Room): Promise<readonly Shared[]> {
  const at = now()
  const due = sql`watched_at > ${new Date(at.getTime() - WATCH_MS)} AND (look_due_at IS NULL OR look_due_at <= ${at})
    AND (calls_paused_until IS NULL OR calls_paused_until <= ${at})`
  const { rows } = await asSystem({ database }).query<Shared>(sql`
    WITH candidate AS (
      SELECT id, row_number() OVER (PARTITION BY team_id ORDER BY look_due_at NULLS FIRST)
        + (SELECT count(*) FROM unnest(${room.teams}::text[]) AS lane (team) WHERE lane.team = team_id) AS turn
      FROM dashboard.connection WHERE ${due} AND id <> ALL (${room.keys}::text[])
    ), due AS MATERIALIZED (
      SELECT id AS i FROM dashboard.connection JOIN candidate USING (id) WHERE ${due} AND turn <= ${room.perTeam}::integer
      ORDER BY turn, look_due_at NULLS FIRST LIMIT ${room.free}::integer FOR UPDATE OF connection SKIP LOCKED
    )
    UPDATE dashboard.connection SET look_due_at = ${new Date(at.getTime() + POLL_EVERY_MS)} FROM due WHERE id = i
    RETURNING id AS lane, team_id AS lane_team`)
  return rows
}

async function pollConnection(dashboard: Dashboard, connectionId: string): Promise<void> {
  try {
    const ctx = await openConnection(dashboard, connectionId, { isBackground: true })
    const created_after = ctx.clock.at(new Date(ctx.now().getTime() - RECENT_MS)).toISOString()
    // In a busy hour there may be more than a page: the newest are on screen, and the comparison reads the rest.
    await listPage(ctx, 'links', { created_after })
    for (const status of silentStatuses) await listPage(ctx, 'payments', { created_after, status })
  } catch (error) {
    // The comparison reports the failure, and `CallPause` spares a host that refuses calls.
    dashboard.log.warn({ err: error, connection: connectionId }, 'recent objects could not be polled')
  }
}
