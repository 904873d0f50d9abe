import type { ConnectionContext } from '@/lib/dashboard/context'
import { HASHED_ID } from '@/lib/dashboard/mirror/quarantine'
import type { MirrorHealth, MirrorNoun } from '@/lib/dashboard/schema/mirror'

const SHOWN_MAX = 5
/** Enough to find the odd field; every page reads the mirror's health. */
const SHOWN_RAW_CHARACTERS_MAX = 4_000

interface Row {
  noun: MirrorNoun
  object_id: string
  reason: string
  last_at: Date
  raw: string | null
  count: number
}

/** Returns the number of quarantined objects of a connection, and the newest of them. */
export async function readQuarantine({
  connectionId,
  db,
}: Pick<ConnectionContext, 'connectionId' | 'db'>): Promise<MirrorHealth['quarantine']> {
  const { rows } = await db.query<Row>({
    name: 'read-quarantine',
    text: `SELECT noun, object_id, reason, last_at, left(jsonb_pretty(raw), ${SHOWN_RAW_CHARACTERS_MAX}) AS raw,
        (SELECT count(*) FROM dashboard.quarantined_object WHERE connection_id = $1) AS count
      FROM dashboard.quarantined_object WHERE connection_id = $1
      ORDER BY last_at DESC, noun, object_id LIMIT ${SHOWN_MAX}`,
    values: [connectionId],
  })
  return {
    count: rows[0]?.count ?? 0,
    newest: rows.map(({ noun, object_id, reason, last_at, raw }) => ({
      noun,
      id: object_id.startsWith(HASHED_ID) ? null : object_id,
      reason,
      at: last_at.toISOString(),
      raw,
    })),
  }
}
