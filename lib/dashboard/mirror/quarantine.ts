import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { toStorable } from '@/lib/dashboard/client/storable-json'
import { type MirrorNoun, QUARANTINED_MAX } from '@/lib/dashboard/schema/mirror'
import { databaseErrorCode, type Queryable } from '@/lib/platform/database'

/** An object that the dashboard cannot parse or write. */
export interface UnreadableObject {
  raw: unknown
  reason: string
}

export type QuarantineSource = 'list' | 'event' | 'fetch'

/** Id of the row for all objects of a noun without a usable id, and its beginning in rows of earlier releases. */
export const NAMELESS_ID = 'sha256:'

/**
 * Returns the reason why an object could not be written, for errors caused by its data: a value that Postgres cannot
 * represent. Null for every other error.
 */
export function dataProblem(error: unknown): string | null {
  const code = databaseErrorCode(error)
  // Class 22 is data exceptions; class 54 is limits, such as the length of an indexed text.
  return code?.startsWith('22') || code?.startsWith('54')
    ? `The database cannot hold a value (${code}).`
    : null
}

/**
 * Quarantines the unreadable objects of one response or event, each with its newest reason, up to the connection's limit.
 * Those without a usable id share a row: a host may send any number of them.
 */
export async function quarantineObjects(
  db: Queryable,
  answer: {
    connectionId: string
    noun: MirrorNoun
    source: QuarantineSource
    answeredAt: Date
    unreadable: readonly UnreadableObject[]
  },
): Promise<void> {
  if (answer.unreadable.length === 0) return
  // One statement may touch a row only once.
  const reasons = new Map(answer.unreadable.map(({ raw, reason }) => [usableId(raw) ?? NAMELESS_ID, reason]))
  const rows = [...reasons].slice(-QUARANTINED_MAX)
  await db.query({
    name: 'quarantine-objects',
    text: `INSERT INTO dashboard.quarantined_object AS q
        (connection_id, noun, object_id, reason, source, first_at, last_at)
      SELECT $1, $2, id, reason, $5, $6, $6 FROM (
        SELECT id, r.reason, k.object_id IS NOT NULL OR row_number() OVER (PARTITION BY k.object_id IS NULL ORDER BY id)
          <= ${QUARANTINED_MAX} - (SELECT count(*) FROM dashboard.quarantined_object WHERE connection_id = $1) AS fits
        FROM unnest($3::text[], $4::text[]) AS r (id, reason)
        LEFT JOIN dashboard.quarantined_object k ON k.connection_id = $1 AND k.noun = $2 AND k.object_id = id
      ) AS answered WHERE fits ORDER BY id
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET reason = excluded.reason, source = excluded.source,
        last_at = GREATEST(q.last_at, excluded.last_at), missing_at = NULL`,
    values: [
      answer.connectionId,
      answer.noun,
      rows.map(([id]) => id),
      rows.map(([, reason]) => toStorable(reason)),
      answer.source,
      answer.answeredAt,
    ],
  })
}

/** Returns the id of an unreadable object; null if it has none, or one that no column can store. */
export function usableId(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw) || typeof raw.id !== 'string') return null
  const id = toStorable(raw.id)
  return id !== '' && id.length <= ID_TEXT_MAX ? id : null
}
