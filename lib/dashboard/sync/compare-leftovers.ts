import { FAILURES_BEFORE_PAUSE, mayAffectOneCallOnly, refusesCalls } from '@/lib/dashboard/client/call-pause'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RowLease } from '@/lib/dashboard/jobs/row-lease'
import { type FetchOutcome, fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import { mirrorTables, raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

const DAY_MS = 24 * 60 * 60_000
/** Leftovers of one run, each of which costs a request; the rest follows with the next run, oldest first. */
const LEFTOVERS_MAX = 200
/** Tolerance for responses of one run that count shortly before its first one (`HostResponse.at`). */
const CLOCK_MARGIN_MS = 5_000

/** Attempts of a run for objects for which the host fails, before they are left to single fetches. */
const TRIES_MAX = 3

interface Comparison {
  /** Nouns whose lists were read. */
  nouns: readonly MirrorNoun[]
  since: Date
  days: number | null
  /** Attempts of the run since its last page. */
  tries: number
  lease: RowLease
  sliceMs: number
}

/** One corrected row. */
export interface CorrectedRow {
  noun: MirrorNoun
  /** Change as in `Corrections`. */
  change: string
  /** True if an event should have reported the change. */
  isDrift: boolean
}

/**
 * Fetches each mirrored object that a comparison's lists should have contained but did not: objects that only events
 * reported, open ones, and those of the window. An object that the host lacks is marked missing. `keep` records each
 * corrected row at once and extends the lease: after a failure the row is correct in the next run. An object for which
 * the host fails makes the run fail only after all others were compared, and only a few times: then it is left to single
 * fetches. Three unanswered calls in a row end the run at once.
 */
export async function compareLeftovers(
  ctx: ConnectionContext,
  { nouns, since, days, tries, lease, sliceMs }: Comparison,
  keep: (row: CorrectedRow) => Promise<void>,
): Promise<void> {
  const sliceEnds = performance.now() + sliceMs
  const objects: (Leftover & { noun: MirrorNoun })[] = []
  for (const noun of nouns)
    for (const object of await leftovers(ctx, noun, { since, days })) objects.push({ noun, ...object })
  let failure: unknown = null
  let inARow = 0
  for (const { noun, id, status } of objects) {
    if (performance.now() + ctx.client.waitMs >= sliceEnds) break
    await ctx.wait(ctx.client.waitMs)
    let outcome: FetchOutcome = 'same'
    try {
      outcome = await fetchObject(ctx, noun, id)
      inARow = 0
    } catch (error) {
      if (!mayAffectOneCallOnly(error)) throw error
      ctx.log.warn({ err: error, noun, id }, 'an object was not compared')
      if (!(error instanceof ObjectQuarantined)) {
        if (tries < TRIES_MAX) failure = error
        else await leaveToFetches(ctx, noun, id)
      }
      inARow = refusesCalls(error) ? inARow + 1 : 0
      if (inARow === FAILURES_BEFORE_PAUSE) throw error
    }
    if (outcome === 'gone') await keep({ noun, change: 'gone', isDrift: true })
    else if (outcome === 'missing' || outcome === 'wrong') {
      const now = await statusOf(ctx, noun, id)
      const change = now === status ? 'changed' : now
      await keep({ noun, change, isDrift: raisesEvent(noun, { status: now }, false) })
    } else await lease.renew()
  }
  if (failure !== null) throw failure
}

/**
 * Leaves an object to single fetches with their growing pauses: no comparison fetches it until one of them succeeds or
 * gives up.
 */
async function leaveToFetches(
  { db, connectionId, now }: ConnectionContext,
  noun: MirrorNoun,
  id: string,
): Promise<void> {
  await db.query({
    name: 'leave-to-fetches',
    text: `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      VALUES ($1, $2, $3, 'unanswered', $4)
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET reason = excluded.reason`,
    values: [connectionId, noun, id, now()],
  })
}

async function statusOf(
  { db, connectionId }: ConnectionContext,
  noun: MirrorNoun,
  id: string,
): Promise<string> {
  const { rows } = await db.query<{ status: string }>({
    name: `leftover-status-${noun}`,
    text: `SELECT status FROM ${mirrorTables[noun].table} WHERE connection_id = $1 AND id = $2`,
    values: [connectionId, id],
  })
  return rows[0]?.status ?? ''
}

interface Leftover {
  id: string
  status: string
}

async function leftovers(
  { db, connectionId, clock, now }: ConnectionContext,
  noun: MirrorNoun,
  { since, days }: { since: Date; days: number | null },
): Promise<Leftover[]> {
  const windowStart = days === null ? new Date(0) : clock.at(new Date(now().getTime() - days * DAY_MS))
  const { rows } = await db.query<Leftover>({
    name: `leftover-${noun}`,
    text: `SELECT id, status FROM ${mirrorTables[noun].table}
      WHERE connection_id = $1 AND (confirmed_at IS NULL OR confirmed_at < $2) AND seen_at < $2
        AND (missing_at IS NULL OR missing_at < $2)
        AND NOT EXISTS (SELECT FROM dashboard.quarantined_object q
          WHERE q.connection_id = $1 AND q.noun = '${noun}' AND q.object_id = ${mirrorTables[noun].table}.id)
        AND NOT EXISTS (SELECT FROM dashboard.object_fetch f
          WHERE f.connection_id = $1 AND f.noun = '${noun}' AND f.object_id = ${mirrorTables[noun].table}.id AND f.reason = 'unanswered')
        AND (confirmed_at IS NULL OR (rank = 0 AND ${mirrorTables[noun].endsByItself}) OR created_at >= $3)
      ORDER BY GREATEST(confirmed_at, missing_at) NULLS FIRST LIMIT ${LEFTOVERS_MAX}`,
    values: [connectionId, new Date(since.getTime() - CLOCK_MARGIN_MS), windowStart],
  })
  return rows
}
