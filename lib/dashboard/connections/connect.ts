import { newId } from '@/lib/contract/ids'
import { ContractClient } from '@/lib/dashboard/client/contract-client'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { wakeSync } from '@/lib/dashboard/sync/wake-sync'
import { refusals } from '@/lib/messages/refusals'
import { readTypedUrl, typedUrlProblems } from '@/lib/platform/typed-url'
import { apiKeyPlace } from './sealed-places'

export interface ConnectInput {
  teamId: string
  /** The host's base address with its version prefix, as the merchant typed it. */
  baseUrl: string
  /** `<service>_sk_<secret>`; the service's own prefix is not assumed. */
  apiKey: string
  /** The key must be of this account. */
  onlyAccountId?: string
}

export interface Connected {
  connectionId: string
  accountId: string
}

/** What connecting needs of a process; it reads no pages. */
export type Connecting = Pick<Dashboard, 'database' | 'keyring' | 'http' | 'testMode' | 'now'>

/** Visible ASCII without spaces: all that an Authorization header can carry. */
const API_KEY = /^[\x21-\x7e]{8,512}$/

/**
 * Connects a team to a host: verifies the key by GET /me, seals it, and
 * queues the import of the history. A key of an account that is connected already replaces the one before. Throws
 * Refusal `invalid_parameters` for what cannot be an address or a key or is another account's, and the host's errors as the client does.
 */
export async function connect(dashboard: Connecting, input: ConnectInput): Promise<Connected> {
  const baseUrl = readBaseUrl(input.baseUrl, dashboard.testMode)
  const apiKey = input.apiKey.trim()
  if (!API_KEY.test(apiKey)) throw invalid('api_key', 'invalid_value', refusals.fields.api_key)
  const client = new ContractClient({ http: dashboard.http, baseUrl, apiKey, now: dashboard.now })
  const account = await client.call('getAccount')
  if (input.onlyAccountId !== undefined && account.data.id !== input.onlyAccountId)
    throw invalid('api_key', 'other_account', refusals.fields.other_account)

  const found = { teamId: input.teamId, baseUrl, apiKey, account: account.raw, accountId: account.data.id }
  // Two tries at once: whoever comes second finds what the first has written.
  const connectionId =
    (await replaceKey(dashboard, found)) ??
    (await insert(dashboard, found)) ??
    (await replaceKey(dashboard, found))
  if (connectionId === null) throw new Error('a connection was there and then was not')
  return { connectionId, accountId: account.data.id }
}

interface Found {
  teamId: string
  baseUrl: string
  apiKey: string
  /** The account as the host answered it. */
  account: unknown
  accountId: string
}

/** The team's connection of this very account, under the new key; null where there is none. */
async function replaceKey(dashboard: Connecting, found: Found): Promise<string | null> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ id: string }>({
    text: `SELECT id FROM dashboard.connection WHERE team_id = $1 AND base_url = $2 AND account ->> 'id' = $3`,
    values: [found.teamId, found.baseUrl, found.accountId],
  })
  const id = rows[0]?.id
  if (id === undefined) return null
  await dashboard.database.as('checkout_dashboard', id).query({
    text: 'UPDATE dashboard.connection SET api_key_sealed = $2, api_key_last4 = $3, account = $4 WHERE id = $1',
    values: [
      id,
      dashboard.keyring.seal(found.apiKey, apiKeyPlace(id)),
      found.apiKey.slice(-4),
      JSON.stringify(found.account),
    ],
  })
  return id
}

/** A new connection with its import queued; null where another request has just made it. */
async function insert(dashboard: Connecting, found: Found): Promise<string | null> {
  const now = dashboard.now()
  const id = newId('conn', now)
  return dashboard.database.as('checkout_dashboard', id).transaction(async (tx) => {
    const { count } = await tx.query({
      text: `INSERT INTO dashboard.connection (id, team_id, base_url, api_key_sealed, api_key_last4, account, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      values: [
        id,
        found.teamId,
        found.baseUrl,
        dashboard.keyring.seal(found.apiKey, apiKeyPlace(id)),
        found.apiKey.slice(-4),
        JSON.stringify(found.account),
        now,
      ],
    })
    if (count === 0) return null
    await tx.query({
      text: `INSERT INTO dashboard.sync_run (connection_id, id, kind, state, started_at)
        VALUES ($1, $2, 'IMPORT', 'QUEUED', $3)`,
      values: [id, newId('sync', now), now],
    })
    await wakeSync(tx)
    return id
  })
}

function readBaseUrl(typed: string, testMode: boolean): string {
  const read = readTypedUrl(typed.trim(), { testMode })
  if (!read.ok) throw invalid('base_url', read.problem, typedUrlProblems[read.problem])
  read.url.search = ''
  return read.url.href.replace(/\/+$/, '')
}

function invalid(field: string, code: string, message: string): Refusal {
  return new Refusal('invalid_parameters', { fields: [{ field, code, message }] })
}
