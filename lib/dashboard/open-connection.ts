import { accountSchema } from '@/lib/contract/account'
import { ContractClient } from '@/lib/dashboard/client/contract-client'
import { HostClock } from '@/lib/dashboard/client/host-clock'
import { CallPause } from '@/lib/dashboard/client/rate-limit-pause'
import { knownTimeZone } from '@/lib/domain/time-zone'
import { boundPrisma } from '@/lib/platform/prisma-client'
import { readSnapshot } from '@/lib/platform/snapshot'
import { sql } from '@/lib/platform/sql'
import type { ConnectionContext, Dashboard } from './context'
import { Refusal } from './refusal'
import { apiKeyAad } from './sealed-aad'

/** Longest duration of a count; after that the page shows its rows without it. */
export const COUNT_TIMEOUT_MS = 3_000

interface ConnectionRow {
  team_id: string
  slug: string
  base_url: string
  api_key_sealed: string | null
  account: unknown
  /** Account's time zone if Postgres has it, otherwise UTC. */
  day_zone: string
  disconnected_at: Date | null
  is_troubled: boolean
  clock_ahead_ms: number
}

/**
 * Opens the context of one connection: its client with the merchant's key, database handles bound to it, and its account
 * as last reported. Calls of a background context wait for the end of the connection's pause. Throws Refusal
 * `no_connection` for an unknown id.
 */
export async function openConnection(
  dashboard: Dashboard,
  connectionId: string,
  {
    userId = null,
    address = null,
    isBackground = false,
  }: { userId?: string | null; address?: string | null; isBackground?: boolean } = {},
): Promise<ConnectionContext> {
  const db = dashboard.database.as('checkout_dashboard', connectionId)
  const { rows } = await db.query<ConnectionRow>(sql`
    SELECT team_id, slug, base_url, api_key_sealed, account, day_zone, disconnected_at,
      call_failures > 0 OR calls_paused_until IS NOT NULL AS is_troubled, clock_ahead_ms
    FROM dashboard.connection WHERE id = ${connectionId}`)
  const [row] = rows
  if (!row) throw new Refusal('no_connection')
  const account = accountSchema.parse(row.account)
  const timezone = knownTimeZone(row.day_zone)
  const { http, now, pools } = dashboard
  const pause = new CallPause({ db, connectionId, now, isBackground }, row.is_troubled)
  const clock = new HostClock({ db, connectionId }, row.clock_ahead_ms)
  const { api_key_sealed: sealed } = row
  const apiKey = sealed === null ? null : dashboard.keyring.open(sealed, apiKeyAad(connectionId))
  const share = pools && ((work: () => Promise<unknown>) => pools.prisma.run(row.team_id, work))
  const bound = (timeoutMs?: number) =>
    boundPrisma(dashboard.prisma, 'checkout_dashboard', connectionId, { timeoutMs, share })
  const ctx: ConnectionContext = {
    connectionId,
    slug: row.slug,
    teamId: row.team_id,
    userId,
    address,
    account: { ...account, timezone },
    unknownTimezone: timezone === account.timezone ? null : account.timezone,
    baseUrl: row.base_url,
    disconnectedAt: row.disconnected_at,
    client: new ContractClient({ http, baseUrl: row.base_url, apiKey, now, pause, clock }),
    clock,
    db: pools ? pools.raw.handle(row.team_id, db) : db,
    prisma: bound(),
    counting: bound(COUNT_TIMEOUT_MS),
    now,
    wait: dashboard.wait,
    log: dashboard.log.child({ connection: connectionId }),
    snapshot(read) {
      const binding = { role: 'checkout_dashboard', tenant: connectionId, team: row.team_id } as const
      return readSnapshot(dashboard.prisma, binding, ({ prisma, db: reads, at }) =>
        read({ ...this, prisma, counting: prisma, db: { ...db, query: reads.query } }, at),
      )
    },
  }
  return ctx
}
