import type { Room } from '@/lib/platform/jobs/lanes'
import { type Fragment, raw, sql } from '@/lib/platform/sql'

/** Rows of one kind of work. `open`, `due` and `since` are SQL about a row `job`, `connection` and `served` about `c`. */
interface Share {
  room: Room
  rowsPerConnection: number
  /** Table of the dashboard. */
  table: string
  /** Columns of its key besides the connection. */
  key: readonly string[]
  /** Condition of rows that are not done: that of an index on their connection, NULLS FIRST. */
  open: Fragment
  /** Condition of open rows that may be claimed now. */
  due: Fragment
  /** Time since when a row waits. */
  since: Fragment
  /** Condition of connections that may be served now. */
  connection?: Fragment | undefined
  /** Time at which the team was last served, if its teams take turns. */
  served?: Fragment | undefined
}

/**
 * Returns the CTEs of a claim that gives every team its share. `due` has the locked rows: their connection `c`, their key
 * `k1`, `k2`, and `team`. A connection has at most one lane, a team at most its number of lanes, and teams with fewer
 * lanes come first. The walk from connection to connection reads one index entry of each, however many rows wait.
 */
export function fairShare({
  room,
  rowsPerConnection,
  table,
  key,
  open,
  due,
  since,
  connection = raw('true'),
  served = raw('NULL::timestamptz'),
}: Share): Fragment {
  const from = sql`FROM dashboard.${raw(table)} AS job WHERE ${open}`
  const keys = raw(key.map((column, at) => `job.${column} AS k${at + 1}`).join(', '))
  return sql`WITH RECURSIVE waiting AS (
      (SELECT job.connection_id ${from} ORDER BY job.connection_id LIMIT 1)
      UNION ALL
      SELECT next.connection_id FROM waiting CROSS JOIN LATERAL (
        SELECT job.connection_id ${from} AND job.connection_id > waiting.connection_id
        ORDER BY job.connection_id LIMIT 1) AS next
    ), candidate AS (
      SELECT c.id, c.team_id, first.since, ${served} AS served,
        row_number() OVER (PARTITION BY c.team_id ORDER BY first.since NULLS FIRST)
          + (SELECT count(*) FROM unnest(${room.teams}::text[]) AS lane (team) WHERE lane.team = c.team_id) AS turn
      FROM waiting JOIN dashboard.connection AS c ON c.id = waiting.connection_id
      CROSS JOIN LATERAL (SELECT ${since} AS since ${from} AND job.connection_id = c.id AND ${due}
        ORDER BY ${since} NULLS FIRST LIMIT 1) AS first
      WHERE c.id <> ALL (${room.keys}::text[]) AND ${connection}
    ), chosen AS MATERIALIZED (
      SELECT id, team_id FROM candidate WHERE turn <= ${room.perTeam}::integer
      ORDER BY turn, served NULLS FIRST, since NULLS FIRST LIMIT ${room.free}::integer
    ), due AS MATERIALIZED (
      SELECT chosen.id AS c, chosen.team_id AS team, own.* FROM chosen CROSS JOIN LATERAL (
        SELECT ${keys} ${from} AND job.connection_id = chosen.id AND ${due}
        ORDER BY ${since} NULLS FIRST LIMIT ${rowsPerConnection}::integer FOR UPDATE OF job SKIP LOCKED) AS own
    )`
}

/** SQL of the columns by which the rows of a claim start their lanes. */
export const LANE = raw('due.c AS lane, due.team AS lane_team')
