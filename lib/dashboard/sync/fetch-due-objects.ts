import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { ResponseTooLarge } from '@/lib/dashboard/client/host-errors'
import { refusesCalls } from '@/lib/dashboard/client/rate-limit-pause'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE } from '@/lib/dashboard/jobs/fair-share'
import { fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import type { MirrorNoun } from '@/lib/dashboard/mirror/shape'
import { openConnection } from '@/lib/dashboard/open-connection'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { sql } from '@/lib/platform/sql'

/** Objects of one connection in a round: a burst takes several rounds. */
const PER_CONNECTION = 20
/** Time after which a claimed object is fetched again if its worker died. */
const CLAIM_MS = 30_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 3_600_000
/** Attempts, with about a day of pauses; the next comparison finds the rest. */
const TRIES_MAX = 30

interface FetchRow {
  connection_id: string
  noun: MirrorNoun | 'balance'
  object_id: string
  attempts: number
  due_at: Date
}

/**
 * Fetches the objects that are due: conflicts, objects of uncertain order, links with a new payment, the balance after a settlement.
 * Each row is deleted when done, unless the object was requested again in the meantime. No connection waits for another;
 * with `lanes` the fetches continue after the call. @returns the number of objects taken
 */
export async function fetchDueObjects(dashboard: Dashboard, lanes?: Lanes): Promise<number> {
  return shareLanes(
    lanes,
    (room) => claimFetches(dashboard, room),
    (rows) => fetchOf(dashboard, rows),
  )
}

async function claimFetches({ database, now }: Dashboard, room: Room) {
  const at = now()
  const { rows } = await asSystem({ database }).query<FetchRow & Shared>(sql`
    ${fairShare({
      ...{ room, rowsPerConnection: PER_CONNECTION, table: 'object_fetch', key: ['noun', 'object_id'] },
      // Every row is open. The condition names the index, which is partial because Prisma cannot describe NULLS FIRST.
      open: sql`job.connection_id IS NOT NULL`,
      due: sql`job.due_at <= ${at}`,
      since: sql`job.due_at`,
      connection: sql`(c.calls_paused_until IS NULL OR c.calls_paused_until <= ${at})`,
    })}
    UPDATE dashboard.object_fetch SET due_at = ${new Date(at.getTime() + CLAIM_MS)}, attempts = attempts + 1
    FROM due WHERE connection_id = c AND noun = k1 AND object_id = k2
    RETURNING connection_id, noun, object_id, attempts, due_at, ${LANE}`)
  return rows
}

/**
 * Fetches one connection's objects. If its key cannot be opened, or its host is unavailable or refuses calls, the rest
 * waits without an attempt.
 */
async function fetchOf(dashboard: Dashboard, rows: readonly FetchRow[]): Promise<void> {
  const connectionId = rows[0]?.connection_id ?? ''
  const scope: Scope = {
    connectionId,
    db: dashboard.database.as('checkout_dashboard', connectionId),
    now: dashboard.now,
  }
  let ctx: ConnectionContext | null = null
  let isAway = false
  for (const row of rows) {
    if (isAway) {
      await postpone(scope, { ...row, attempts: row.attempts - 1 })
      continue
    }
    try {
      ctx ??= await openConnection(dashboard, connectionId, { isBackground: true })
      await ctx.wait(ctx.client.waitMs)
      if (row.noun === 'balance') await refreshBalance(ctx)
      else await fetchObject(ctx, row.noun, row.object_id)
      await forget(scope, row)
    } catch (error) {
      isAway = ctx === null || refusesCalls(error)
      const log = { err: error, connection: connectionId, noun: row.noun, id: row.object_id }
      dashboard.log.warn(log, 'an object could not be fetched')
      // The next comparison tries them again; the lists of payments contain the settlement of one that is too large, too.
      const isUnreadable = error instanceof ObjectQuarantined || error instanceof ResponseTooLarge
      const isLeft = isUnreadable || (row.noun === 'balance' && !isAway)
      await (isLeft || row.attempts >= TRIES_MAX ? forget(scope, row) : postpone(scope, row))
    }
  }
}

type Scope = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

async function forget({ db, connectionId }: Scope, row: FetchRow): Promise<void> {
  await db.query(sql`
    DELETE FROM dashboard.object_fetch
    WHERE connection_id = ${connectionId} AND noun = ${row.noun} AND object_id = ${row.object_id}
      AND due_at = ${row.due_at}`)
}

/** Keeps a row for a later attempt, unless the object was requested again in the meantime. */
async function postpone({ db, connectionId, now }: Scope, row: FetchRow): Promise<void> {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** row.attempts)
  await db.query(sql`
    UPDATE dashboard.object_fetch SET due_at = ${new Date(now().getTime() + pauseMs)}, attempts = ${row.attempts}
    WHERE connection_id = ${connectionId} AND noun = ${row.noun} AND object_id = ${row.object_id}
      AND due_at = ${row.due_at}`)
}
