import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'
import { mirrorTables } from './mirror-noun'

/**
 * Marks a mirrored object as missing after the host's 404 (decisions: test event). An object that no answer of the host ever
 * contained leaves the mirror at a second, later 404, and its events show as tests. Changes nothing when a newer report of the
 * object exists. Each later 404 renews the mark; a quarantined object is released at its second one as well.
 * @returns whether the object was marked or removed
 */
export async function markMissing(
  db: Queryable,
  {
    connectionId,
    noun,
    id,
    answeredAt,
  }: { connectionId: string; noun: MirrorNoun; id: string; answeredAt: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ changed: boolean }>({
    name: `mark-missing-${noun}`,
    text: `WITH removed AS (
        DELETE FROM ${mirrorTables[noun].table} WHERE connection_id = $1 AND id = $2 AND seen_at <= $3
          AND confirmed_at IS NULL AND missing_at < $3 RETURNING id
      ), marked AS (
        UPDATE ${mirrorTables[noun].table} SET missing_at = $3
        WHERE connection_id = $1 AND id = $2 AND seen_at <= $3 AND missing_at IS NULL RETURNING id
      ), again AS (
        UPDATE ${mirrorTables[noun].table} SET missing_at = $3
        WHERE connection_id = $1 AND id = $2 AND seen_at <= $3 AND confirmed_at IS NOT NULL AND missing_at < $3
      ), released AS (
        DELETE FROM dashboard.quarantined_object
        WHERE connection_id = $1 AND noun = '${noun}' AND object_id = $2 AND last_at <= $3 AND missing_at < $3
      ), missed AS (
        UPDATE dashboard.quarantined_object SET missing_at = $3
        WHERE connection_id = $1 AND noun = '${noun}' AND object_id = $2 AND last_at <= $3 AND missing_at IS NULL
      ), tests AS (
        UPDATE dashboard.received_event SET outcome = 'test'
        WHERE connection_id = $1 AND object_id = (SELECT id FROM removed) RETURNING 1
      )
      SELECT true AS changed, (SELECT count(*) FROM tests) AS tests, pg_notify('${LIVE_CHANNEL}', $4)
      FROM (SELECT id FROM removed UNION ALL SELECT id FROM marked) AS changes`,
    values: [connectionId, id, answeredAt, changeMessage(connectionId, noun, id)],
  })
  return rows.length > 0
}
