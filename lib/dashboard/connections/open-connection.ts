import { accountSchema } from '@/lib/contract/account'
import { knownTimeZone } from '@/lib/contract/time-zone'
import { ContractClient } from '@/lib/dashboard/client/contract-client'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { COUNT_TIMEOUT_MS } from '@/lib/dashboard/reads/count-in-time'
import { Refusal } from '@/lib/dashboard/refusal'
import { boundPrisma } from '@/lib/platform/prisma-client'
import { apiKeyPlace } from './sealed-places'

interface ConnectionRow {
  team_id: string
  slug: string
  base_url: string
  api_key_sealed: string | null
  account: unknown
  disconnected_at: Date | null
}

/**
 * The context of one connection: its client with the merchant's key, database handles bound to it, its account as
 * last told. Throws Refusal `no_connection` for an unknown id.
 */
export async function openConnection(
  dashboard: Dashboard,
  connectionId: string,
  { userId = null }: { userId?: string | null } = {},
): Promise<ConnectionContext> {
  const db = dashboard.database.as('checkout_dashboard', connectionId)
  const { rows } = await db.query<ConnectionRow>({
    name: 'open-connection',
    text: 'SELECT team_id, slug, base_url, api_key_sealed, account, disconnected_at FROM dashboard.connection WHERE id = $1',
    values: [connectionId],
  })
  const [row] = rows
  if (!row) throw new Refusal('no_connection')
  const account = accountSchema.parse(row.account)
  const timezone = knownTimeZone(account.timezone)
  const { api_key_sealed: sealed } = row
  const apiKey = sealed === null ? null : dashboard.keyring.open(sealed, apiKeyPlace(connectionId))
  return {
    connectionId,
    slug: row.slug,
    teamId: row.team_id,
    userId,
    account: { ...account, timezone },
    unknownTimezone: timezone === account.timezone ? null : account.timezone,
    baseUrl: row.base_url,
    disconnectedAt: row.disconnected_at,
    client: new ContractClient({ http: dashboard.http, baseUrl: row.base_url, apiKey, now: dashboard.now }),
    db,
    prisma: boundPrisma(dashboard.prisma, 'checkout_dashboard', connectionId),
    counting: boundPrisma(dashboard.prisma, 'checkout_dashboard', connectionId, COUNT_TIMEOUT_MS),
    now: dashboard.now,
    log: dashboard.log.child({ connection: connectionId }),
  }
}
