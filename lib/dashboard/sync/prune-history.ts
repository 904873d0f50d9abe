import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { sweepBuckets } from '@/lib/platform/lease-tokens'
import { sql } from '@/lib/platform/sql'

/** Retention of received events, which pages show with their objects, and of those that no object belongs to. */
const EVENT_DAYS = 90
const RECORDED_DAYS = 7
const RUN_DAYS = 30
/**
 * Time without a response or event that contains an object, after which it counts as gone if comparisons looked for it.
 */
const QUARANTINE_DAYS = 30
const COMPARED_DAYS = 2
/** Rows of one statement, few enough that no other statement waits for it. */
const BATCH = 5_000
/** Statements per connection and rule in one round; the next round is an hour later. */
const ROUNDS_MAX = 200

/** Returns the SQL condition that a column's time is a number of days before $2. */
function isOlder(column: string, days: number): string {
  return `${column} < $2::timestamptz - interval '${days} days'`
}

/** Tables with the columns of their key besides the connection $1, that of their order, and the SQL of old rows. */
const rules = [
  {
    table: 'received_event',
    key: 'delivery_id',
    order: 'received_at',
    old: `(${isOlder('received_at', EVENT_DAYS)} OR outcome = 'recorded' AND ${isOlder('received_at', RECORDED_DAYS)})`,
  },
  {
    table: 'sync_run',
    key: 'id',
    order: 'started_at',
    old: `finished_at IS NOT NULL AND ${isOlder('started_at', RUN_DAYS)}
      AND started_at < (SELECT max(started_at) FROM dashboard.sync_run WHERE connection_id = $1)`,
  },
  {
    table: 'quarantined_object',
    key: 'noun, object_id',
    order: 'last_at',
    old: `tries > 0 AND ${isOlder('last_at', QUARANTINE_DAYS)}
      AND EXISTS (SELECT FROM dashboard.connection WHERE id = $1 AND disconnected_at IS NULL)
      AND EXISTS (SELECT FROM dashboard.sync_run WHERE connection_id = $1 AND kind = 'RECONCILE' AND state = 'DONE'
        AND NOT ${isOlder('finished_at', COMPARED_DAYS)})`,
  },
] as const

/**
 * Deletes old received events and finished runs, and quarantined objects that the host no longer returns; the newest run
 * of a connection stays. Any number of workers may call it. @returns the number of deleted rows
 */
export async function pruneHistory({ database, now }: Pick<Dashboard, 'database' | 'now'>): Promise<number> {
  const system = asSystem({ database })
  const { rows } = await system.query<{ id: string }>(sql`SELECT id FROM dashboard.connection`)
  let deleted = 0
  for (const { id } of rows) {
    for (const { table, key, order, old } of rules) {
      const text = `DELETE FROM dashboard.${table} WHERE connection_id = $1 AND (${key}) IN (
        SELECT ${key} FROM dashboard.${table} WHERE connection_id = $1 AND ${old} ORDER BY ${order} LIMIT ${BATCH})`
      for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
        const { count } = await system.query({ text, values: [id, now()] })
        deleted += count
        if (count < BATCH) break
      }
    }
  }
  await sweepBuckets(system, 'dashboard.bucket')
  return deleted
}
