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
}

export interface Connected {
  connectionId: string
  accountId: string
}

/** Visible ASCII without spaces: all that an Authorization header can carry. */
const API_KEY = /^[\x21-\x7e]{8,512}$/

/**
 * Connects a team to a host: verifies the key by GET /me, seals it, and queues the import of the history. Throws
 * Refusal `invalid_parameters` for what cannot be an address or a key, and the host's errors as the client does.
 */
export async function connect(dashboard: Dashboard, input: ConnectInput): Promise<Connected> {
  const baseUrl = readBaseUrl(input.baseUrl, dashboard.testMode)
  const apiKey = input.apiKey.trim()
  if (!API_KEY.test(apiKey)) throw invalid('api_key', 'invalid_value', refusals.fields.api_key)
  const client = new ContractClient({ http: dashboard.http, baseUrl, apiKey, now: dashboard.now })
  const account = await client.call('getAccount')

  const now = dashboard.now()
  const connectionId = newId('conn', now)
  await dashboard.database.as('checkout_dashboard', connectionId).transaction(async (tx) => {
    await tx.query({
      text: `INSERT INTO dashboard.connection (id, team_id, base_url, api_key_sealed, api_key_last4, account, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        connectionId,
        input.teamId,
        baseUrl,
        dashboard.keyring.seal(apiKey, apiKeyPlace(connectionId)),
        apiKey.slice(-4),
        JSON.stringify(account.raw),
        now,
      ],
    })
    await tx.query({
      text: `INSERT INTO dashboard.sync_run (connection_id, id, kind, state, started_at)
        VALUES ($1, $2, 'IMPORT', 'QUEUED', $3)`,
      values: [connectionId, newId('sync', now), now],
    })
    await wakeSync(tx)
  })
  return { connectionId, accountId: account.data.id }
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
