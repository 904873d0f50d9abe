import { refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { callsMayLeave, refusesCalls } from '@/lib/dashboard/client/call-pause'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { listSettlementPayments } from './list-settlement-payments'

/** One round's share: a burst is worked off in several, so that other connections get their turn. */
const BATCH = 20
/** A claimed object is asked for again after this, if its worker dies meanwhile. */
const CLAIM_MS = 30_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 3_600_000
/** About a day of pauses. The next reconciliation will find what is left. */
const TRIES_MAX = 30

interface FetchRow {
  connection_id: string
  noun: MirrorNoun | 'balance'
  object_id: string
  attempts: number
  due_at: Date
  /** Next page of a settlement's payments, empty for the first one; null for a fetch of the object itself. */
  cursor: string | null
}

/**
 * Asks the hosts for the objects that are due: conflicts, close calls, links with a new payment, the balance after a settlement. Each row goes when
 * it is done, unless it was asked for anew meanwhile. No connection waits for another. @returns how many were taken
 */
export async function fetchDueObjects(dashboard: Dashboard): Promise<number> {
  const now = dashboard.now()
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<FetchRow>({
    name: 'claim-object-fetch',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, noun AS n, object_id AS o FROM dashboard.object_fetch
        WHERE due_at <= $1 AND ${callsMayLeave('connection_id', '$1')} ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.object_fetch SET due_at = $2, attempts = attempts + 1
      FROM due WHERE connection_id = c AND noun = n AND object_id = o
      RETURNING connection_id, noun, object_id, attempts, due_at, cursor`,
    values: [now, new Date(now.getTime() + CLAIM_MS)],
  })
  const connections = [...new Set(rows.map(({ connection_id }) => connection_id))]
  const shareOf = (id: string) => rows.filter(({ connection_id }) => connection_id === id)
  await Promise.all(connections.map((id) => fetchOf(dashboard, id, shareOf(id))))
  return rows.length
}

/** Fetches one connection's share. Where its key does not open, or its host is away or refuses calls, the rest waits untried. */
async function fetchOf(dashboard: Dashboard, connectionId: string, rows: readonly FetchRow[]): Promise<void> {
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
      if (row.noun === 'balance') await refreshBalance(ctx)
      else if (row.cursor === null) await fetchObject(ctx, row.noun, row.object_id)
      const next = row.cursor === null ? null : await pageOrRestart(ctx, row)
      if (next === null) await forget(scope, row)
      else await goOn(scope, row, next)
    } catch (error) {
      if (error instanceof ObjectQuarantined || (row.noun === 'balance' && !refusesCalls(error))) {
        // The next comparison tries it again.
        await forget(scope, row)
        continue
      }
      isAway = ctx === null || refusesCalls(error)
      await giveUpOrPostpone(scope, row, error)
    }
  }
}

/** Reads the page after the row's cursor. A cursor that the host refuses sends the list back to its start. */
async function pageOrRestart(
  ctx: ConnectionContext,
  { object_id, cursor }: FetchRow,
): Promise<string | null> {
  try {
    return await listSettlementPayments(ctx, object_id, cursor || null)
  } catch (error) {
    if (!cursor || !(error instanceof HostRefused) || error.status !== 400) throw error
    return ''
  }
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

/** Continues at the next cursor at once. A page counts as no attempt; a list that began anew does. */
async function goOn({ db, connectionId, now }: Scope, row: FetchRow, next: string): Promise<void> {
  await db.query({
    name: 'continue-object-fetch',
    text: `UPDATE dashboard.object_fetch SET due_at = $5, cursor = $6::text, attempts = attempts - ($6 <> '')::int
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [connectionId, row.noun, row.object_id, row.due_at, now(), next],
  })
}

async function postpone({ db, connectionId, now }: Scope, row: FetchRow): Promise<void> {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** row.attempts)
  await db.query({
    name: 'postpone-object-fetch',
    text: `UPDATE dashboard.object_fetch SET due_at = $5, attempts = $6
      WHERE connection_id = $1 AND noun = $2 AND object_id = $3 AND due_at = $4`,
    values: [
      connectionId,
      row.noun,
      row.object_id,
      row.due_at,
      new Date(now().getTime() + pauseMs),
      row.attempts,
    ],
  })
}
