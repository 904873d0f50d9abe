import { quotas } from '@/lib/dashboard/quotas/quotas'
import type { Handle, Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import type { MirrorNoun } from './shape'

/**
 * `Date` has whole seconds: a response of the API and an event within this time of each other cannot be ordered, so the
 * object is fetched again (decisions: event order on the receiving side).
 */
export const ORDER_UNCERTAINTY_MS = 5_000
/** Delay after which the order of the next response is certain. */
export const FETCH_AGAIN_AFTER_MS = 6_000

/** Bytes up to which a known object may grow in a full mirror. */
const GROWN_BYTES_MAX = 4 * 1_024

/** Common table expression that contains whether the mirror of the connection $1 is full. */
export const ROOM = `room AS (
    SELECT COALESCE(sum(objects) >= ${quotas.mirror_objects.limit} OR sum(bytes) >= ${quotas.mirror_bytes.limit}, false)
      OR COALESCE((SELECT is_team_full FROM dashboard.connection WHERE id = $1), false) AS is_full
    FROM dashboard.stored_size WHERE connection_id = $1 AND kind = 'mirror'
  )`

/** Returns the SQL condition that there is room for an object, or that it replaces a known one without growing. */
export function hasRoom(table: string, { id, snapshot }: { id: string; snapshot: string }): string {
  return `(NOT (SELECT is_full FROM room) OR EXISTS (SELECT FROM ${table} AS known
    WHERE known.connection_id = $1 AND known.id = ${id}
      AND octet_length(${snapshot}::text) <= GREATEST(octet_length(known.snapshot::text), ${GROWN_BYTES_MAX})))`
}

/** A settlement stored before `settled_at` existed has the time of the row. */
const isOlder = 'COALESCE(m.settled_at, m.confirmed_at, m.seen_at) > excluded.seen_at'

/** A report of a payment that is older than its settlement contains none; an event never removes one. */
export const keepsSettlement = {
  answer: `m.settlement_id IS NOT NULL AND ${isOlder}`,
  event: `m.settlement_id IS NOT NULL AND (excluded.settlement_id IS NULL OR ${isOlder})`,
} as const

/** Returns the value that an upsert sets for an applied report: the reported one, or the settlement of the row. */
export function appliedValue(noun: MirrorNoun, column: string, keeps: string): string {
  const reported = `excluded.${column}`
  if (noun !== 'payments') return reported
  if (column === 'settlement_id' || column === 'settled_at')
    return `CASE WHEN ${keeps} THEN m.${column} ELSE ${reported} END`
  if (column !== 'snapshot') return reported
  return `CASE WHEN ${keeps} THEN jsonb_set(${reported}, '{settlement_id}', to_jsonb(m.settlement_id)) ELSE ${reported} END`
}

/** Returns the column `settled_at` of a payment, with its value; empty for other nouns. */
export function settledColumn(noun: MirrorNoun, { settlement, at }: { settlement: string; at: string }) {
  if (noun !== 'payments') return []
  return [['settled_at', `CASE WHEN ${settlement} IS NOT NULL THEN ${at}::timestamptz END`]]
}

/**
 * Serializes writes of several mirror objects per connection and noun. The order of the rows alone does not prevent
 * deadlocks: a statement cannot lock a row that was inserted after its snapshot, and meets it late.
 */
export async function serializeWrites<T>(
  db: Handle,
  { connectionId, noun, objects }: { connectionId: string; noun: MirrorNoun; objects: number },
  write: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (objects === 1) return write(db)
  return db.transaction(async (tx) => {
    // A separate statement: the snapshot of the write then includes the previous writes.
    await tx.query(sql`
      SELECT pg_advisory_xact_lock(hashtextextended('mirror of ' || ${noun} || ' ' || ${connectionId}, 0))`)
    return write(tx)
  })
}

/** SQL condition that few enough fetches of the connection $1 are queued. */
export const MAY_QUEUE_FETCH = `NOT EXISTS (SELECT FROM dashboard.object_fetch WHERE connection_id = $1
  OFFSET ${quotas.queued_fetches.limit} LIMIT 1)`

/** Queues the single fetch of an object, or brings a queued one forward. */
export async function queueFetch(
  db: Queryable,
  object: { connectionId: string; noun: MirrorNoun; id: string },
  { reason, dueAt }: { reason: 'unreadable' | 'unanswered'; dueAt: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
    SELECT ${object.connectionId}, ${object.noun}, ${object.id}, ${reason}, ${dueAt} WHERE ${raw(MAY_QUEUE_FETCH)}
    ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET reason = excluded.reason,
      due_at = LEAST(excluded.due_at, object_fetch.due_at)`)
}
