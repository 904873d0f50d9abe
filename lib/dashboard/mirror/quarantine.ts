import { type MirrorNoun, QUARANTINED_MAX } from '@/lib/dashboard/schema/mirror'
import { databaseErrorCode, type Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { jsonBytes, OBJECT_BYTES_MAX } from './bounded-json'
import { storableJson } from './storable-json'
import { toStorable } from './storable-text'

/** An object that the dashboard cannot parse or write. */
export interface UnreadableObject {
  raw: unknown
  reason: string
}

/** An unreadable object as its row contains it. */
export interface QuarantineRow {
  id: string
  /** Object as received; null if Postgres cannot store it. */
  raw: unknown
  reason: string
}

export type QuarantineSource = 'list' | 'event' | 'fetch'

/** Beginning of an id that is a hash, because the object has no usable id. */
export const HASHED_ID = 'sha256:'
/** Longest id, because Postgres cannot index texts of any length. */
export const ID_TEXT_MAX = 255
/** Deepest nesting; a deeper value may exceed the stack of Postgres' parser. */
const RAW_DEPTH_MAX = 100

/**
 * Returns the reason why an object could not be written, for errors caused by its data: a value that Postgres or our
 * number formats cannot represent. Null for every other error.
 */
export function dataProblem(error: unknown): string | null {
  if (error instanceof RangeError) return error.message
  const code = databaseErrorCode(error)
  // Class 22 is data exceptions; class 54 is limits, such as the length of an indexed text.
  return code?.startsWith('22') || code?.startsWith('54')
    ? `The database cannot hold a value (${code}).`
    : null
}

/** Returns the row of an unreadable object. Its id is the object's own, or a hash of an object without one. */
export function quarantineRow({ raw, reason }: UnreadableObject): QuarantineRow {
  const text = depthOf(raw) > RAW_DEPTH_MAX ? null : JSON.stringify(storableJson(raw))
  const isKept = text !== null && text !== undefined && jsonBytes(JSON.parse(text)) <= OBJECT_BYTES_MAX
  const hash = sha256(text ?? reason).toString('hex')
  return {
    id: usableId(raw) ?? HASHED_ID + hash,
    raw: isKept ? JSON.parse(text) : null,
    reason: toStorable(reason),
  }
}

/**
 * Quarantines the unreadable objects of one response, each in its newest form, up to the connection's limit. One of those
 * without a usable id represents them all: a host may send any number of them.
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
  const nameless = answer.unreadable.find(({ raw }) => usableId(raw) === null)
  const named = answer.unreadable.filter(({ raw }) => usableId(raw) !== null).slice(-QUARANTINED_MAX)
  // One statement may touch a row only once.
  const rows = new Map(
    [...named, ...(nameless ? [nameless] : [])].map(quarantineRow).map((row) => [row.id, row]),
  )
  await db.query({
    name: 'quarantine-objects',
    text: `INSERT INTO dashboard.quarantined_object AS q
        (connection_id, noun, object_id, raw, reason, source, first_at, last_at)
      SELECT $1, $2, id, raw, reason, $4, $5, $5 FROM (
        SELECT r.*, row_number() OVER (PARTITION BY k.object_id IS NULL ORDER BY id) <= CASE WHEN k.object_id IS NULL
          THEN ${QUARANTINE_CAPACITY} ELSE ${QUARANTINED_MAX} END AS fits
        FROM jsonb_to_recordset($3::jsonb) AS r(id text, raw jsonb, reason text)
        LEFT JOIN dashboard.quarantined_object k ON k.connection_id = $1 AND k.noun = $2 AND k.object_id = id
      ) AS answered WHERE fits ORDER BY id ${KEEP_NEWEST}`,
    values: [
      answer.connectionId,
      answer.noun,
      JSON.stringify([...rows.values()]),
      answer.source,
      answer.answeredAt,
    ],
  })
}

/** SQL expression for the number of objects that the quarantine of the connection $1 still accepts. */
export const QUARANTINE_CAPACITY = `${QUARANTINED_MAX} -
  (SELECT count(*) FROM dashboard.quarantined_object WHERE connection_id = $1)`

/** Last clause of every INSERT into the quarantine, whose table is named `q`. */
export const KEEP_NEWEST = `ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET raw = excluded.raw,
  reason = excluded.reason, source = excluded.source, last_at = GREATEST(q.last_at, excluded.last_at), missing_at = NULL`

/** Returns the id of an unreadable object; null if it has none, or one that no column can store. */
export function usableId(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw) || typeof raw.id !== 'string') return null
  const id = toStorable(raw.id)
  return id !== '' && id.length <= ID_TEXT_MAX ? id : null
}

/** Returns the nesting depth of a JSON value, at most one more than the limit. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > RAW_DEPTH_MAX) return depth
  let deepest = depth
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1))
  return deepest
}
