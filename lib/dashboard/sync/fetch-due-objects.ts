import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { refusesCalls } from '@/lib/dashboard/client/call-pause'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE, shareValues } from '@/lib/dashboard/jobs/fair-share'
import { fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { noMark } from './cursor-cycle'
import { listSettlementPayments, type SettlementPage } from './list-settlement-payments'
import { PaginationError } from './pagination-error'

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
  /** Hash of `CursorMark`, for the pages so far. */
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
    log: dashboard.log.child({ connection: connectionId }),
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
      if (row.noun === 'balance') {
        await refreshBalance(ctx)
        await forget(scope, row)
      } else if (row.cursor === null) {
        await fetchObject(ctx, row.noun, row.object_id)
        await forget(scope, row)
      } else if (ctx.client.waitMs > 0) {
        // Pages of several settlements share the host's rate.
        await goOn(scope, row, { ...pageOf(row), waitMs: ctx.client.waitMs })
      } else await readPage(ctx, scope, row)
    } catch (error) {
      const isBalance = row.noun === 'balance' && !refusesCalls(error)
      if (error instanceof ObjectQuarantined || isBalance) {
        // The next comparison tries it again.
        await forget(scope, row)
        continue
      }
      isAway = ctx === null || refusesCalls(error)
      await giveUpOrPostpone(scope, row, error)
    }
  }
}

/**
 * Reads the page after the row's cursor. After a refused cursor, or in a list without an end, it starts again from the
 * beginning after a pause: nothing else requests these pages.
 */
async function readPage(ctx: ConnectionContext, scope: Scope, row: FetchRow): Promise<void> {
  try {
    const next = await listSettlementPayments(ctx, row.object_id, pageOf(row))
    if (next === null) await forget(scope, row)
    else await goOn(scope, row, { ...next, waitMs: ctx.client.waitMs })
  } catch (error) {
    const isRefusedCursor = row.cursor && error instanceof HostRefused && error.status === 400
    if (!isRefusedCursor && !(error instanceof PaginationError)) throw error
    await giveUpOrPostpone(scope, { ...row, cursor: '', cursor_hash: null, cursor_count: 0 }, error)
  }
}

function pageOf({ cursor, cursor_hash, cursor_count }: FetchRow): SettlementPage {
  if (!cursor) return { cursor: null, mark: noMark }
  return { cursor, mark: { hash: cursor_hash, count: cursor_count } }
}

type Scope = Pick<ConnectionContext, 'connectionId' | 'db' | 'now' | 'log'>

async function giveUpOrPostpone(scope: Scope, row: FetchRow, error: unknown): Promise<void> {
  scope.log.warn({ err: error, noun: row.noun, id: row.object_id }, 'an object could not be fetched')
  if (row.attempts >= TRIES_MAX) await forget(scope, row)
  else await postpone(scope, row)
}

async function forget({ db, connectionId }: Scope, row: FetchRow): Promise<void> {
  await db.query({
    name: 'forget-object-fetch',
    text: `DELETE FROM dashboard.object_fetch
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [connectionId, row.noun, row.object_id, row.due_at],
  })
}

interface NextPage extends SettlementPage {
  /** Delay before the page, for its share of the host's rate. */
  waitMs: number
}

/** Continues at a page, which does not count as an attempt. */
async function goOn(scope: Scope, row: FetchRow, { cursor, mark, waitMs }: NextPage): Promise<void> {
  const attempts = row.attempts - 1
  const next = { cursor: cursor ?? '', cursor_hash: mark.hash, cursor_count: mark.count }
  await keep(scope, { ...row, ...next, attempts }, waitMs)
}

async function postpone(scope: Scope, row: FetchRow): Promise<void> {
  await keep(scope, row, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** row.attempts))
}

/** Keeps a row for a later attempt, unless the object was requested again in the meantime. */
async function keep({ db, connectionId, now }: Scope, row: FetchRow, pauseMs: number): Promise<void> {
  await db.query({
    name: 'keep-object-fetch',
    text: `UPDATE dashboard.object_fetch SET due_at = $5, attempts = $6, cursor = $7, cursor_hash = $8, cursor_count = $9
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [
      connectionId,
      row.noun,
      row.object_id,
      row.due_at,
      new Date(now().getTime() + pauseMs),
      row.attempts,
      row.cursor,
      row.cursor_hash,
      row.cursor_count,
    ],
  })
}
