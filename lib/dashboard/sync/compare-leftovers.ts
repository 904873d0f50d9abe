import {
  FAILURES_BEFORE_PAUSE,
  mayAffectOneCallOnly,
  refusesCalls,
} from '@/lib/dashboard/client/rate-limit-pause'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { queueFetch } from '@/lib/dashboard/mirror/apply-rules'
import { fetchObject, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import { mirrorTables, raisesEvent } from '@/lib/dashboard/mirror/mirror-noun'
import { NAMELESS_ID } from '@/lib/dashboard/mirror/parse-object'
import type { MirrorNoun } from '@/lib/dashboard/mirror/shape'
import { raw, sql } from '@/lib/platform/sql'
import { DAY_MS } from './queue-run'
import { type Run, saveRun, withCorrection } from './sync-run'

/** Leftovers of one run, each of which costs a request; the rest follows with the next run, oldest first. */
const LEFTOVERS_MAX = 200
/** Quarantined objects that one run tries again; those with the fewest tries come first. */
const RETRIES_MAX = 50
/** Tolerance for responses of one run that count shortly before its first one (`HostResponse.at`). */
const CLOCK_MARGIN_MS = 5_000

interface Leftover {
  noun: MirrorNoun
  id: string
}

/**
 * Fetches each known object that a comparison's lists should have contained but did not: mirrored ones that
 * only events reported, that are open, or that are of the window, and quarantined ones. An object that the host lacks is marked
 * missing. Each corrected row is stored at once: after a failure it is correct in the next run. An object for which the
 * host fails is left to single fetches. Three unanswered calls in a row end the run.
 */
export async function compareLeftovers(
  ctx: ConnectionContext,
  run: Run,
  nouns: readonly MirrorNoun[],
  sliceMs: number,
): Promise<void> {
  const { connectionId } = ctx
  const { since } = run.progress
  if (since === null) return
  const sliceEnds = performance.now() + sliceMs
  const objects: Leftover[] = []
  for (const noun of nouns) objects.push(...(await leftovers(ctx, run, noun, new Date(since))))
  objects.push(...(await quarantined(ctx, new Date(since))))
  let inARow = 0
  for (const object of objects) {
    if (performance.now() + ctx.client.waitMs >= sliceEnds) break
    await ctx.wait(ctx.client.waitMs)
    try {
      await compare(ctx, run, object)
      inARow = 0
    } catch (error) {
      if (!mayAffectOneCallOnly(error)) throw error
      ctx.log.warn({ err: error, ...object }, 'an object was not compared')
      // With their growing pauses: no comparison fetches it until one of them succeeds or gives up.
      if (!(error instanceof ObjectQuarantined))
        await queueFetch(ctx.db, { connectionId, ...object }, { reason: 'unanswered', dueAt: ctx.now() })
      inARow = refusesCalls(error) ? inARow + 1 : 0
      if (inARow === FAILURES_BEFORE_PAUSE) throw error
      await run.lease.renew()
    }
  }
}

async function compare(ctx: ConnectionContext, run: Run, { noun, id }: Leftover): Promise<void> {
  const before = await statusOf(ctx, noun, id)
  const outcome = await fetchObject(ctx, noun, id)
  if (outcome !== 'gone' && outcome !== 'missing' && outcome !== 'wrong') return run.lease.renew()
  const status = await statusOf(ctx, noun, id)
  const changed = status === before ? 'changed' : status
  const change = outcome === 'gone' ? 'gone' : outcome === 'missing' ? 'created' : changed
  const isDrift = outcome === 'gone' || raisesEvent(noun, { status }, false)
  await saveRun(run, withCorrection(run, { noun, change, isDrift }))
}

async function statusOf({ db, connectionId }: ConnectionContext, noun: MirrorNoun, id: string) {
  const { rows } = await db.query<{ status: string }>(sql`
    SELECT status FROM ${raw(mirrorTables[noun].table)} WHERE connection_id = ${connectionId} AND id = ${id}`)
  return rows[0]?.status ?? ''
}

/** Returns the SQL condition that an object is not left to single fetches. */
function isNotLeft(noun: string, id: string): string {
  return `NOT EXISTS (SELECT FROM dashboard.object_fetch f
    WHERE f.connection_id = $1 AND f.noun = ${noun} AND f.object_id = ${id} AND f.reason = 'unanswered')`
}

async function leftovers(
  { db, connectionId, clock, now }: ConnectionContext,
  { progress: { days } }: Run,
  noun: MirrorNoun,
  since: Date,
): Promise<Leftover[]> {
  const windowStart = days === null ? new Date(0) : clock.at(new Date(now().getTime() - days * DAY_MS))
  const { table, endsByItself } = mirrorTables[noun]
  const { rows } = await db.query<Leftover>({
    name: `leftover-${noun}`,
    text: `SELECT '${noun}' AS noun, m.id FROM ${table} m
      WHERE connection_id = $1 AND (confirmed_at IS NULL OR confirmed_at < $2) AND seen_at < $2
        AND (missing_at IS NULL OR missing_at < $2)
        AND NOT EXISTS (SELECT FROM dashboard.quarantined_object q
          WHERE q.connection_id = $1 AND q.noun = '${noun}' AND q.object_id = m.id)
        AND ${isNotLeft(`'${noun}'`, 'm.id')}
        AND (confirmed_at IS NULL OR (rank = 0 AND ${endsByItself}) OR created_at >= $3)
      ORDER BY GREATEST(confirmed_at, missing_at) NULLS FIRST LIMIT ${LEFTOVERS_MAX}`,
    values: [connectionId, new Date(since.getTime() - CLOCK_MARGIN_MS), windowStart],
  })
  return rows
}

/** Counts one more try of the quarantined objects that no list contained, and returns those with an id. */
async function quarantined({ db, connectionId }: ConnectionContext, since: Date): Promise<Leftover[]> {
  const { rows } = await db.query<Leftover>(sql`
    UPDATE dashboard.quarantined_object q SET tries = tries + 1 FROM (
      SELECT noun AS n, object_id AS o FROM dashboard.quarantined_object job
      WHERE connection_id = ${connectionId} AND last_at < ${since} AND ${raw(isNotLeft('job.noun', 'job.object_id'))}
      ORDER BY tries, last_at LIMIT ${raw(RETRIES_MAX)}
    ) AS due WHERE connection_id = ${connectionId} AND noun = n AND object_id = o RETURNING noun, object_id AS id`)
  return rows.filter(({ id }) => !id.startsWith(NAMELESS_ID))
}
