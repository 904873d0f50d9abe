import type { Handle } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { type QuotaName, quotas } from './quotas'

/** Use of one quota by a team: of the connection that uses most of it, if the quota is per connection. */
export interface QuotaUsage {
  team_id: string
  team: string
  quota: QuotaName
  /** Account in URLs; null for a quota of the team. */
  account: string | null
  used: number
  limit: number
  unit: string
  at_limit: string
}

/** Use of each quota of a connection, as `connection_id` and `used`. */
const used: Readonly<Record<Exclude<QuotaName, 'connections' | 'team_bytes'>, string>> = {
  signing_secrets: count('connection_secret', 'retired_at IS NULL'),
  mirror_objects: size('mirror', 'objects'),
  mirror_bytes: size('mirror', 'bytes'),
  event_bytes: size('events', 'bytes'),
  queued_fetches: count('object_fetch'),
  charge_drafts: count('charge', "state = 'DRAFT'"),
  refund_drafts: count('refund', "state = 'DRAFT'"),
  link_imports: count('link_batch'),
  waiting_exports: count('export_job', "state IN ('QUEUED', 'RUNNING')"),
  export_files: count('export_job', "state = 'DONE'"),
  export_bytes: `SELECT connection_id, sum(bytes) AS used FROM dashboard.export_job WHERE state = 'DONE' GROUP BY 1`,
}

function count(table: string, where = 'true'): string {
  return `SELECT connection_id, count(*) AS used FROM dashboard.${table} WHERE ${where} GROUP BY 1`
}

function size(kind: 'mirror' | 'events', column: 'objects' | 'bytes'): string {
  return `SELECT connection_id, sum(${column}) AS used FROM dashboard.stored_size WHERE kind = '${kind}' GROUP BY 1`
}

/** Returns what each team uses of each of its quotas, most used first. `db` is a handle of `checkout_dashboard_system`. */
export async function readUsage(db: Handle): Promise<QuotaUsage[]> {
  const parts = Object.entries(used).map(
    ([
      quota,
      sql,
    ]) => `SELECT DISTINCT ON (c.team_id) c.team_id, '${quota}' AS quota, c.slug AS account, u.used
      FROM (${sql}) AS u JOIN dashboard.connection c ON c.id = u.connection_id ORDER BY c.team_id, u.used DESC`,
  )
  const { rows } = await db.query<Pick<QuotaUsage, 'team_id' | 'team' | 'quota' | 'account' | 'used'>>(sql`
    SELECT t.id AS team_id, t.name AS team, u.quota, u.account, u.used::float8 AS used FROM (
      SELECT team_id, 'connections' AS quota, NULL AS account, count(*) AS used FROM dashboard.connection GROUP BY 1
      UNION ALL SELECT c.team_id, 'team_bytes', NULL, sum(s.bytes) FROM dashboard.stored_size s
        JOIN dashboard.connection c ON c.id = s.connection_id WHERE s.kind = 'mirror' GROUP BY 1
      UNION ALL ${raw(parts.map((part) => `(${part})`).join(' UNION ALL '))}
    ) AS u JOIN dashboard.team t ON t.id = u.team_id WHERE u.used > 0`)
  return rows
    .map((row) => {
      const { limit, unit, atLimit } = quotas[row.quota]
      return { ...row, limit, unit, at_limit: atLimit }
    })
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit || a.team_id.localeCompare(b.team_id))
}
