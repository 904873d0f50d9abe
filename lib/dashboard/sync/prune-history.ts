import type { Dashboard } from '@/lib/dashboard/context'
import type { Queryable } from '@/lib/platform/database'
import { sweepBuckets } from '@/lib/platform/lease-tokens'

const DAY_MS = 24 * 60 * 60_000
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
/** Statements per connection in one round; the next round is an hour later. */
const ROUNDS_MAX = 200

/**
 * Deletes old received events and finished runs, and quarantined objects that the host no longer returns; the newest run
 * of a connection stays. Any number of workers may call it. @returns the number of deleted rows
 */
export async function pruneHistory({ database, now }: Pick<Dashboard, 'database' | 'now'>): Promise<number> {
  const system = database.as('checkout_dashboard_system')
  const { rows } = await system.query<{ id: string }>({ text: 'SELECT id FROM dashboard.connection' })
  let deleted = 0
  for (const { id } of rows) {
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const count = await pruneBatch(system, id, now())
      deleted += count
      if (count < BATCH) break
    }
  }
  await sweepBuckets(system, 'dashboard.bucket')
  return deleted
}

async function pruneBatch(system: Queryable, id: string, now: Date): Promise<number> {
  const events = await system.query({
    name: 'prune-events',
    text: `DELETE FROM dashboard.received_event WHERE connection_id = $1 AND delivery_id IN (
        SELECT delivery_id FROM dashboard.received_event WHERE connection_id = $1 AND received_at < $2
        ORDER BY received_at LIMIT ${BATCH})`,
    values: [id, new Date(now.getTime() - EVENT_DAYS * DAY_MS)],
  })
  const recorded = await system.query({
    name: 'prune-recorded',
    text: `DELETE FROM dashboard.received_event WHERE connection_id = $1 AND delivery_id IN (
        SELECT delivery_id FROM dashboard.received_event
        WHERE connection_id = $1 AND outcome = 'recorded' AND received_at < $2 ORDER BY received_at LIMIT ${BATCH})`,
    values: [id, new Date(now.getTime() - RECORDED_DAYS * DAY_MS)],
  })
  const runs = await system.query({
    name: 'prune-runs',
    text: `DELETE FROM dashboard.sync_run WHERE connection_id = $1 AND id IN (
        SELECT id FROM dashboard.sync_run WHERE connection_id = $1 AND finished_at IS NOT NULL AND started_at < LEAST($2::timestamptz,
          (SELECT max(started_at) FROM dashboard.sync_run WHERE connection_id = $1))
        ORDER BY started_at LIMIT ${BATCH})`,
    values: [id, new Date(now.getTime() - RUN_DAYS * DAY_MS)],
  })
  const quarantined = await system.query({
    name: 'prune-quarantine',
    text: `DELETE FROM dashboard.quarantined_object WHERE connection_id = $1 AND last_at < $2 AND tries > 0
        AND EXISTS (SELECT FROM dashboard.connection WHERE id = $1 AND disconnected_at IS NULL)
        AND EXISTS (SELECT FROM dashboard.sync_run
          WHERE connection_id = $1 AND kind = 'RECONCILE' AND state = 'DONE' AND finished_at > $3)`,
    values: [
      id,
      new Date(now.getTime() - QUARANTINE_DAYS * DAY_MS),
      new Date(now.getTime() - COMPARED_DAYS * DAY_MS),
    ],
  })
  return events.count + recorded.count + runs.count + quarantined.count
}
