import { FAILURES_BEFORE_PAUSE, mayAffectOneCallOnly, refusesCalls } from '@/lib/dashboard/client/call-pause'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RowLease } from '@/lib/dashboard/jobs/row-lease'
import { SNAPSHOT_BYTES_MAX } from '@/lib/dashboard/mirror/bounded-json'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { parseObject } from '@/lib/dashboard/mirror/parse-object'
import { HASHED_ID, type QuarantineSource } from '@/lib/dashboard/mirror/quarantine'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

/** Objects that one comparison tries again; those with the fewest tries come first. */
const RETRIES_MAX = 200
/** Fetches of one comparison, each of which costs a request. */
const FETCHES_MAX = 50

interface Row {
  noun: MirrorNoun
  object_id: string
  /** Null if it could not be stored, or is longer than 200 of them may be. */
  raw: unknown
  source: QuarantineSource
  last_at: Date
}

/**
 * Tries quarantined objects again: parses each as received, which a later version of the dashboard may be able to, and
 * fetches those that the comparison's own lists have not just contained. A success, or the host's 404, ends the
 * quarantine. Throws the client's errors that would affect every other call as well.
 */
export async function retryQuarantined(
  ctx: ConnectionContext,
  { since, lease, sliceMs }: { since: Date; lease: RowLease; sliceMs: number },
): Promise<void> {
  const { connectionId, db } = ctx
  const sliceEnds = performance.now() + sliceMs
  const { rows } = await db.query<Row>({
    name: 'retry-quarantined',
    text: `UPDATE dashboard.quarantined_object q SET tries = tries + 1 FROM (
        SELECT noun AS n, object_id AS o FROM dashboard.quarantined_object
        WHERE connection_id = $1 ORDER BY tries, last_at LIMIT ${RETRIES_MAX}
      ) AS due WHERE connection_id = $1 AND noun = n AND object_id = o
      RETURNING noun, object_id, CASE WHEN octet_length(raw::text) <= ${SNAPSHOT_BYTES_MAX} THEN raw END AS raw, source, last_at`,
    values: [connectionId],
  })
  let fetches = 0
  let inARow = 0
  for (const { noun, object_id: id, raw, source, last_at: at } of rows) {
    // An event's object is no response of the API: only a fetch may confirm it.
    if (source !== 'event' && parseObject(noun, raw).object !== null)
      await writeObjects(ctx, noun, { raws: [raw], at, source })
    if (at >= since || id.startsWith(HASHED_ID) || fetches >= FETCHES_MAX) continue
    if (performance.now() + ctx.client.waitMs >= sliceEnds) return
    await ctx.wait(ctx.client.waitMs)
    fetches += 1
    try {
      await fetchObject(ctx, noun, id)
      inARow = 0
    } catch (error) {
      // One object for which the host fails must not stop the comparison.
      if (!mayAffectOneCallOnly(error)) throw error
      inARow = refusesCalls(error) ? inARow + 1 : 0
      if (inARow === FAILURES_BEFORE_PAUSE) throw error
    }
    await lease.renew()
  }
}
