import { changeMessage, LIVE_CHANNEL, type MirrorNoun } from '@/lib/dashboard/live/live-message'
import type { Queryable } from '@/lib/platform/database'
import { mirrorTables } from './mirror-noun'

/**
 * Takes an object that the host does not know (404) out of the mirror; its events show as tests from then on
 * (decisions: test event). Does nothing when something newer than the answer was seen of it.
 * @returns whether it was taken out
 */
export async function removeUnknown(
  db: Queryable,
  {
    connectionId,
    noun,
    id,
    answeredAt,
  }: { connectionId: string; noun: MirrorNoun; id: string; answeredAt: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ gone: boolean }>({
    name: `remove-${noun}`,
    text: `WITH gone AS (
        DELETE FROM ${mirrorTables[noun].table}
        WHERE connection_id = $1 AND id = $2 AND seen_at <= $3 RETURNING id
      ), marked AS (
        UPDATE dashboard.received_event SET outcome = 'test'
        WHERE connection_id = $1 AND object_id = (SELECT id FROM gone) RETURNING 1
      )
      SELECT true AS gone, (SELECT count(*) FROM marked) AS marked, pg_notify('${LIVE_CHANNEL}', $4) FROM gone`,
    values: [connectionId, id, answeredAt, changeMessage(connectionId, noun, id)],
  })
  return rows.length > 0
}
