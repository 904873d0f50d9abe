import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { refusesCalls } from '@/lib/dashboard/client/call-pause'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE, shareValues } from '@/lib/dashboard/jobs/fair-share'
import { fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { isCursorRefused, LIST_START, listSettlementPayments, PaginationError } from './list-page'
import type { ListPosition } from './sync-run'

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
  /** Next page of a settlement's payments, empty for the first one; null for a fetch of the object itself. */
  cursor: string | null
  /** The position's mark, for the pages so far. */
  cursor_hash: string | null
  cursor_count: number
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

async function claimFetches(
  { database, now }: Dashboard,
  room: Room,
): Promise<readonly (FetchRow & Shared)[]> {
  const at = now()
  const { rows } = await database.as('checkout_dashboard_system').query<FetchRow & Shared>({
    name: 'claim-object-fetch',
    text: `${fairShare({
      table: 'object_fetch',
      key: ['noun', 'object_id'],
      // Every row is open. The condition names the index, which is partial because Prisma cannot describe NULLS FIRST.
      open: 'job.connection_id IS NOT NULL',
      due: 'job.due_at <= $6',
      since: 'job.due_at',
      connection: '(c.calls_paused_until IS NULL OR c.calls_paused_until <= $6)',
    })}
      UPDATE dashboard.object_fetch SET due_at = $7, attempts = attempts + 1
      FROM due WHERE connection_id = c AND noun = k1 AND object_id = k2
      RETURNING connection_id, noun, object_id, attempts, due_at, cursor, cursor_hash, cursor_count, ${LANE}`,
    values: [...shareValues(room, PER_CONNECTION), at, new Date(at.getTime() + CLAIM_MS)],
  })
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
      const attempts = row.attempts - 1
      await keep(scope, { ...row, attempts }, pauseMs(attempts))
      continue
    }
    try {
      ctx ??= await openConnection(dashboard, connectionId, { isBackground: true })
      const next = await fetchRow(ctx, row)
      // Another page is no attempt.
      if (next === null) await forget(scope, row)
      else await keep(scope, { ...at(row, next), attempts: row.attempts - 1 }, ctx.client.waitMs)
    } catch (error) {
      isAway = ctx === null || refusesCalls(error)
      const log = { err: error, connection: connectionId, noun: row.noun, id: row.object_id }
      dashboard.log.warn(log, 'an object could not be fetched')
      // The next comparison tries both again.
      const isLeft = error instanceof ObjectQuarantined || (row.noun === 'balance' && !isAway)
      // Pages start again, after a pause: nothing else requests them.
      const isRestart = error instanceof PaginationError || isCursorRefused(row, error)
      if (isLeft || row.attempts >= TRIES_MAX) await forget(scope, row)
      else await keep(scope, isRestart ? at(row, LIST_START) : row, pauseMs(row.attempts))
    }
  }
}

/** Fetches the balance, an object, or one page of a settlement's payments. Returns the position of the next page. */
async function fetchRow(ctx: ConnectionContext, row: FetchRow): Promise<ListPosition | null> {
  if (row.noun === 'balance') await refreshBalance(ctx)
  else if (row.cursor === null) await fetchObject(ctx, row.noun, row.object_id)
  else {
    const mark = { hash: row.cursor_hash, count: row.cursor_count }
    const position = row.cursor === '' ? LIST_START : { ...LIST_START, cursor: row.cursor, mark }
    // Pages of several settlements share the host's rate.
    return ctx.client.waitMs > 0 ? position : listSettlementPayments(ctx, row.object_id, position)
  }
  return null
}

/** Returns the row at another page. */
function at(row: FetchRow, { cursor, mark }: ListPosition): FetchRow {
  return { ...row, cursor: cursor ?? '', cursor_hash: mark.hash, cursor_count: mark.count }
}

function pauseMs(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts)
}

type Scope = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

async function forget({ db, connectionId }: Scope, row: FetchRow): Promise<void> {
  await db.query({
    name: 'forget-object-fetch',
    text: `DELETE FROM dashboard.object_fetch
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [connectionId, row.noun, row.object_id, row.due_at],
  })
}

/** Keeps a row for a later attempt, unless the object was requested again in the meantime. */
async function keep({ db, connectionId, now }: Scope, row: FetchRow, afterMs: number): Promise<void> {
  await db.query({
    name: 'keep-object-fetch',
    text: `UPDATE dashboard.object_fetch SET due_at = $5, attempts = $6, cursor = $7, cursor_hash = $8, cursor_count = $9
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [
      connectionId,
      row.noun,
      row.object_id,
      row.due_at,
      new Date(now().getTime() + afterMs),
      row.attempts,
      row.cursor,
      row.cursor_hash,
      row.cursor_count,
    ],
  })
}
