import { ID_TEXT_MAX } from '@/lib/contract/limits'
import {
  jsonBytes,
  OBJECT_BYTES_MAX,
  SNAPSHOT_BYTES_MAX,
  shortened,
  toStorable,
} from '@/lib/dashboard/client/bounded-json'
import { databaseErrorCode, type Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { listedForm, type MirrorObjects, type MirrorRow, mirrorRow, mirrorTables } from './mirror-noun'
import { type MirrorNoun, QUARANTINED_MAX } from './shape'

/** Fields that a reason names. */
const SHOWN_FIELDS_MAX = 3
const REASON_TEXT_MAX = 300

export type ParsedObject<Noun extends MirrorNoun> =
  | {
      object: MirrorObjects[Noun]
      /** Row to store: the object as received, or shortened if it is longer than `SNAPSHOT_BYTES_MAX`. */
      row: MirrorRow
      reason: null
    }
  /** Reason: the fields that the contract's schema refuses, without their values, or the object's size. */
  | { object: null; row: null; reason: string }

/** Parses one object of a noun by the contract's schema and bounds its size. Never throws. */
export function parseObject<Noun extends MirrorNoun>(noun: Noun, raw: unknown): ParsedObject<Noun> {
  const listed = listedForm(noun, raw)
  const parsed = parsedBy(noun, listed)
  if (parsed.reason !== null) return parsed
  const bytes = jsonBytes(listed)
  if (bytes > OBJECT_BYTES_MAX)
    return refused(`The object has ${bytes} bytes of JSON; the limit is ${OBJECT_BYTES_MAX}.`)
  const { id } = parsed.object
  if (id.length > ID_TEXT_MAX) return refused(`id: has ${id.length} characters; the limit is ${ID_TEXT_MAX}.`)
  const { schema, wholeFields } = mirrorTables[noun]
  const isShort = bytes <= SNAPSHOT_BYTES_MAX
  const snapshot = isShort ? listed : shortened(parsed.object, schema, wholeFields)
  // A cut field may have a format.
  const again = isShort ? parsed : parsedBy(noun, snapshot)
  if (again.reason !== null) return again
  try {
    return { object: again.object, row: mirrorRow(noun, again.object, snapshot), reason: null }
  } catch (error) {
    // An amount above the mirror's largest.
    if (error instanceof RangeError) return refused(error.message)
    throw error
  }
}

function refused(reason: string): { object: null; row: null; reason: string } {
  return { object: null, row: null, reason }
}

function parsedBy<Noun extends MirrorNoun>(noun: Noun, value: unknown) {
  const parsed = mirrorTables[noun].schema.safeParse(value)
  if (parsed.success) return { object: parsed.data, reason: null }
  const fields = parsed.error.issues
    .slice(0, SHOWN_FIELDS_MAX)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  return refused(fields.join('; ').slice(0, REASON_TEXT_MAX))
}

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
  const ids = rows.map(([id]) => id)
  const stored = rows.map(([, reason]) => toStorable(reason))
  const { connectionId, noun, source, answeredAt } = answer
  await db.query(sql`
    INSERT INTO dashboard.quarantined_object AS q
      (connection_id, noun, object_id, reason, source, first_at, last_at)
    SELECT ${connectionId}, ${noun}, id, reason, ${source}, ${answeredAt}, ${answeredAt} FROM (
      SELECT id, r.reason, k.object_id IS NOT NULL OR row_number() OVER (PARTITION BY k.object_id IS NULL ORDER BY id)
        <= ${raw(QUARANTINED_MAX)} - (SELECT count(*) FROM dashboard.quarantined_object
          WHERE connection_id = ${connectionId}) AS fits
      FROM unnest(${ids}::text[], ${stored}::text[]) AS r (id, reason)
      LEFT JOIN dashboard.quarantined_object k ON k.connection_id = ${connectionId} AND k.noun = ${noun} AND k.object_id = id
    ) AS answered WHERE fits ORDER BY id
    ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET reason = excluded.reason, source = excluded.source,
      last_at = GREATEST(q.last_at, excluded.last_at), missing_at = NULL`)
}

/** Returns the id of an unreadable object; null if it has none, or one that no column can store. */
export function usableId(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw) || typeof raw.id !== 'string') return null
  const id = toStorable(raw.id)
  return id !== '' && id.length <= ID_TEXT_MAX ? id : null
}
