import type { Account } from '@/lib/contract/account'
import { newId } from '@/lib/contract/ids'
import { isAccountSlug } from '@/lib/dashboard/account-address'
import { storableJson, toStorable } from '@/lib/dashboard/client/bounded-json'
import { ContractClient } from '@/lib/dashboard/client/contract-client'
import { CLEARED_PAUSE } from '@/lib/dashboard/client/rate-limit-pause'
import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/mirror/shape'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { apiKeyAad } from '@/lib/dashboard/sealed-aad'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { isSlug, slugCandidate, slugOf } from '@/lib/domain/slug'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { readTypedUrl } from '@/lib/platform/typed-url'

export interface ConnectInput {
  teamId: string
  /** Host's base URL with its version prefix, as typed by the merchant. */
  baseUrl: string
  /** `<service>_sk_<secret>`; the service's own prefix is not assumed. */
  apiKey: string
  /** Account that the key must belong to. */
  onlyAccountId?: string
  /** False if a connected account of the team keeps its key. */
  mayReplaceKey?: boolean
}

export interface Connected {
  connectionId: string
  /** Account in the dashboard's URLs. */
  slug: string
  accountId: string
}

/** Dependencies of `connect`; pages are not needed. */
export type Connecting = Pick<Dashboard, 'database' | 'keyring' | 'http' | 'testMode' | 'now'>

/** Visible ASCII without spaces: all that an Authorization header can contain. */
const API_KEY = /^[\x21-\x7e]{8,512}$/

/**
 * Connects a team to a host: verifies the key by GET /me, seals it, and queues the import of the history. A key of a
 * connected account replaces the previous one. A new connection gets the account's own slug, or the first free one after
 * it. Throws Refusal `invalid_parameters` for an invalid URL or key and for a key of another account, `connections_quota`
 * for one account too many, `connection_changed` if the connection is disconnected or connected meanwhile, and the host's
 * errors as the client does.
 */
export async function connect(dashboard: Connecting, input: ConnectInput): Promise<Connected> {
  const baseUrl = readBaseUrl(input.baseUrl, dashboard.testMode)
  const apiKey = input.apiKey.trim()
  if (!API_KEY.test(apiKey)) throw fieldRefusal('api_key', 'invalid_value', 'refusals.fields.api_key')
  const client = new ContractClient({ http: dashboard.http, baseUrl, apiKey, now: dashboard.now })
  const account = await client.call('getAccount')
  const accountId = toStorable(account.data.id)
  if (input.onlyAccountId !== undefined && accountId !== input.onlyAccountId)
    throw fieldRefusal('api_key', 'other_account', 'refusals.fields.other_account')

  const { mayReplaceKey = true } = input
  const found = {
    mayReplaceKey,
    teamId: input.teamId,
    baseUrl,
    apiKey,
    account: storableJson(account.raw),
    accountId,
  }
  for (const slug of await freeSlugs(dashboard, found, account.data)) {
    // The second of two concurrent calls finds the row of the first one, or its slug taken.
    const connected = (await replaceKey(dashboard, found)) ?? (await insert(dashboard, found, slug))
    if (connected) return { ...connected, accountId }
  }
  const connected = await replaceKey(dashboard, found)
  if (!connected) throw new Error(`no free slug for ${accountId}`)
  return { ...connected, accountId }
}

/** Candidates that are looked up; only some of them are tried. */
const SLUG_CANDIDATES = 200
const SLUG_TRIES = 5
/** Random hex digits of the last candidate. */
const RANDOM_DIGITS = 7
const RANDOM_BASE_MAX = 40

/** Returns the first free slugs for a connection of this account, best first; the last one ends in random digits. */
async function freeSlugs(dashboard: Connecting, found: Found, { slug, name }: Account): Promise<string[]> {
  const base = isSlug(slug) ? slug : slugOf(name)
  const candidates = Array.from({ length: SLUG_CANDIDATES }, (_, index) => slugCandidate(base, index + 1))
  const { rows } = await asSystem(dashboard).query<{ slug: string }>(sql`
    SELECT slug FROM dashboard.connection WHERE slug = ANY(${candidates})
    UNION ALL SELECT slug FROM dashboard.retired_slug
      WHERE slug = ANY(${candidates})
        AND (team_id, base_url, account_id) IS DISTINCT FROM (${found.teamId}, ${found.baseUrl}, ${found.accountId})`)
  const taken = new Set(rows.map((row) => row.slug))
  const free = candidates.filter((one) => isAccountSlug(one) && !taken.has(one)).slice(0, SLUG_TRIES)
  return [
    ...free,
    `${base.slice(0, RANDOM_BASE_MAX).replace(/-+$/, '')}-${newId('conn', dashboard.now()).slice(-RANDOM_DIGITS)}`,
  ]
}

interface Found {
  mayReplaceKey: boolean
  teamId: string
  baseUrl: string
  apiKey: string
  /** Account as the host returned it, without values that Postgres cannot store. */
  account: unknown
  accountId: string
}

type Stored = Pick<Connected, 'connectionId' | 'slug'>

/** Replaces the key of the team's connection of this account; null if there is none. */
async function replaceKey(dashboard: Connecting, found: Found): Promise<Stored | null> {
  const { rows } = await asSystem(dashboard).query<{ id: string; slug: string; is_live: boolean }>(sql`
      SELECT id, slug, disconnected_at IS NULL AS is_live FROM dashboard.connection
      WHERE team_id = ${found.teamId} AND base_url = ${found.baseUrl} AND account ->> 'id' = ${found.accountId}`)
  const [row] = rows
  if (!row) return null
  if (row.is_live && !found.mayReplaceKey)
    throw fieldRefusal('api_key', 'already_connected', 'refusals.fields.already_connected')
  const { id, slug } = row
  await dashboard.database.as('checkout_dashboard', id).transaction(async (tx) => {
    const { count } = await tx.query(sql`
      UPDATE dashboard.connection SET api_key_sealed = ${dashboard.keyring.seal(found.apiKey, apiKeyAad(id))},
        api_key_last4 = ${found.apiKey.slice(-4)}, account = ${JSON.stringify(found.account)},
        disconnected_at = NULL, ${raw(CLEARED_PAUSE)}
      WHERE id = ${id} AND (disconnected_at IS NULL) = ${row.is_live}`)
    if (count === 0) throw new Refusal('connection_changed')
    // An import that the previous key could not finish continues under the new one.
    await queueRun(tx, { connectionId: id, days: DEEP_WINDOW_DAYS, now: dashboard.now() })
    await wakeSync(tx)
  })
  return { connectionId: id, slug }
}

/** Inserts a connection and queues its import; null if a concurrent request created it or took its slug. */
async function insert(dashboard: Connecting, found: Found, slug: string): Promise<Stored | null> {
  const now = dashboard.now()
  const id = newId('conn', now)
  return asSystem(dashboard).transaction(async (tx) => {
    await requireRoom(tx, found)
    const { count } = await tx.query(sql`
      INSERT INTO dashboard.connection
        (id, team_id, base_url, api_key_sealed, api_key_last4, account, created_at, slug)
      VALUES (${id}, ${found.teamId}, ${found.baseUrl}, ${dashboard.keyring.seal(found.apiKey, apiKeyAad(id))},
        ${found.apiKey.slice(-4)}, ${JSON.stringify(found.account)}, ${now}, ${slug})
      ON CONFLICT DO NOTHING`)
    if (count === 0) return null
    await queueRun(tx, { connectionId: id, days: DEEP_WINDOW_DAYS, now })
    await wakeSync(tx)
    return { connectionId: id, slug }
  })
}

/** Serializes the connections of a team. Throws Refusal `connections_quota`, unless a concurrent request made this one. */
async function requireRoom(tx: Queryable, { teamId, baseUrl, accountId }: Found): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('connections of ' || ${teamId}, 0))`)
  const { rows } = await tx.query<{ count: number; is_known: boolean }>(sql`
    SELECT count(*) AS count,
      COALESCE(bool_or(base_url = ${baseUrl} AND account ->> 'id' = ${accountId}), false) AS is_known
    FROM dashboard.connection WHERE team_id = ${teamId}`)
  const [team] = rows
  if (team && !team.is_known && team.count >= quotas.connections.limit) throw new Refusal('connections_quota')
}

function readBaseUrl(typed: string, testMode: boolean): string {
  const read = readTypedUrl(typed.trim(), { testMode })
  if (!read.ok) throw fieldRefusal('base_url', read.problem, `problems.${read.problem}`)
  read.url.search = ''
  return read.url.href.replace(/\/+$/, '')
}

/**
 * Moves a connection to a new base URL of its host, under the same key, and imports its history again, because the URLs
 * in its objects have changed too. The caller is responsible for the URL.
 */
export async function moveConnection(
  { database, now }: Store,
  { connectionId, baseUrl }: { connectionId: string; baseUrl: string },
): Promise<void> {
  const at = now()
  await database.as('checkout_dashboard', connectionId).transaction(async (tx) => {
    await tx.query(sql`
      UPDATE dashboard.connection SET base_url = ${baseUrl}, ${raw(CLEARED_PAUSE)} WHERE id = ${connectionId}`)
    await tx.query(sql`
      INSERT INTO dashboard.sync_run (connection_id, id, kind, state, started_at)
      VALUES (${connectionId}, ${newId('sync', at)}, 'IMPORT', 'QUEUED', ${at})
      ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`)
    await wakeSync(tx)
  })
}
