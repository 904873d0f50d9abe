import type { Dashboard } from '@/lib/dashboard/context'
import { sweepBuckets } from '@/lib/platform/lease-tokens'

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

interface Rule {
  table: string
  /** Columns of the key besides the connection. */
  key: string
  /** Column of a row's age in days, and the SQL condition of old rows. $1 is the connection, $2 the time. */
  at: string
  days: number
  old: string
}

const rules: readonly Rule[] = [
  { table: 'received_event', key: 'delivery_id', at: 'received_at', days: EVENT_DAYS, old: 'true' },
  {
    table: 'received_event',
    key: 'delivery_id',
    at: 'received_at',
    days: RECORDED_DAYS,
    old: `outcome = 'recorded'`,
  },
  {
    table: 'sync_run',
    key: 'id',
    at: 'started_at',
    days: RUN_DAYS,
    old: `finished_at IS NOT NULL
      AND started_at < (SELECT max(started_at) FROM dashboard.sync_run WHERE connection_id = $1)`,
  },
  {
    table: 'quarantined_object',
    key: 'noun, object_id',
    at: 'last_at',
    days: QUARANTINE_DAYS,
    old: `tries > 0 AND EXISTS (SELECT FROM dashboard.connection WHERE id = $1 AND disconnected_at IS NULL)
      AND EXISTS (SELECT FROM dashboard.sync_run WHERE connection_id = $1 AND kind = 'RECONCILE' AND state = 'DONE'
        AND finished_at > $2::timestamptz - interval '${COMPARED_DAYS} days')`,
  },
]

/**
 * Deletes old received events and finished runs, and quarantined objects that the host no longer returns; the newest run
 * of a connection stays. Any number of workers may call it. @returns the number of deleted rows
 */
export async function pruneHistory({ database, now }: Pick<Dashboard, 'database' | 'now'>): Promise<number> {
  const system = database.as('checkout_dashboard_system')
  const { rows } = await system.query<{ id: string }>({ text: 'SELECT id FROM dashboard.connection' })
  let deleted = 0
  for (const { id } of rows) {
    for (const { table, key, at, days, old } of rules) {
      const text = `DELETE FROM dashboard.${table} WHERE connection_id = $1 AND (${key}) IN (
        SELECT ${key} FROM dashboard.${table}
        WHERE connection_id = $1 AND ${at} < $2::timestamptz - interval '${days} days' AND ${old}
        ORDER BY ${at} LIMIT ${BATCH})`
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
