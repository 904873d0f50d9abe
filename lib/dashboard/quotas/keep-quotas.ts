import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import type { Handle } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { quotas } from './quotas'

/** Differences that a delivery adds up without a noticeable delay. */
const DIFFERENCES_MAX = 200
/** Shares of the quota of events at which the oldest are deleted, and at which this ends. */
const TRIM_FROM = 0.9
const TRIM_TO = 0.8
/** Events of one statement, few enough that no other statement waits for it. */
const TRIM_BATCH = 2_000
const TRIM_ROUNDS_MAX = 50

/**
 * Adds up the sizes of connections with many differences, marks full teams, and deletes the oldest events of connections
 * near their quota. Any number of workers may call it.
 */
export async function keepQuotas(
  { database }: Pick<Dashboard, 'database'>,
  { from = DIFFERENCES_MAX } = {},
): Promise<void> {
  const system = asSystem({ database })
  const folded = await system.query<{ id: string }>(sql`
    SELECT connection_id AS id FROM dashboard.stored_size GROUP BY 1 HAVING count(*) >= ${from}`)
  for (const { id } of folded.rows) await fold(system, id)
  await markFullTeams(system)
  const full = await system.query<{ id: string }>(sql`
    SELECT connection_id AS id FROM dashboard.stored_size
    WHERE kind = 'events' GROUP BY 1 HAVING sum(bytes) >= ${quotas.event_bytes.limit * TRIM_FROM}`)
  for (const { id } of full.rows) await trimEvents(system, id)
}

/** Replaces a connection's differences by their sums, in one statement: every reader sees the same sums before and after. */
async function fold(system: Handle, connectionId: string): Promise<void> {
  await system.query(sql`
    WITH parts AS (DELETE FROM dashboard.stored_size WHERE connection_id = ${connectionId}
      RETURNING kind, objects, bytes)
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
    SELECT ${connectionId}, kind, sum(objects), sum(bytes) FROM parts GROUP BY kind`)
}

/** Marks the connections of the teams that are above their quota, and those of the teams that no longer are. */
async function markFullTeams(system: Handle): Promise<void> {
  await system.query(sql`
    UPDATE dashboard.connection c SET is_team_full = NOT is_team_full FROM (
      SELECT m.team_id, sum(s.bytes) >= ${quotas.team_bytes.limit} AS is_full FROM dashboard.connection m
      LEFT JOIN dashboard.stored_size s ON s.connection_id = m.id AND s.kind = 'mirror' GROUP BY 1
    ) AS team
    WHERE c.team_id = team.team_id AND c.is_team_full <> COALESCE(team.is_full, false)`)
}

async function trimEvents(system: Handle, connectionId: string): Promise<void> {
  for (let round = 0; round < TRIM_ROUNDS_MAX; round += 1) {
    const { count } = await system.query(sql`
      DELETE FROM dashboard.received_event WHERE connection_id = ${connectionId} AND delivery_id IN (
        SELECT delivery_id FROM dashboard.received_event WHERE connection_id = ${connectionId}
        ORDER BY received_at LIMIT ${raw(TRIM_BATCH)})
      AND (SELECT sum(bytes) FROM dashboard.stored_size
        WHERE connection_id = ${connectionId} AND kind = 'events') >= ${quotas.event_bytes.limit * TRIM_TO}`)
    if (count === 0) return
  }
}
