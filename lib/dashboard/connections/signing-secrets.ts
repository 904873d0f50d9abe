import { newId } from '@/lib/contract/ids'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { Refusal } from '@/lib/dashboard/refusal'
import { signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { raw, sql } from '@/lib/platform/sql'

/** Lifetime of the receiver's only read cache: a retired secret is refused within a second. */
const CACHE_MS = 1_000
/** Entries of the cache, unknown ids included, so that strangers cannot fill the memory. */
const CACHED_CONNECTIONS_MAX = 1_000

type Opened = { readonly secrets: Promise<readonly string[]>; readonly until: number }

/**
 * Stores one more signing secret (`whsec_…`) of a connection; each live one is accepted. Throws Refusal
 * `account_disconnected` and `secrets_quota`.
 */
export async function addSigningSecret(dashboard: Dashboard, connectionId: string, secret: string) {
  const now = dashboard.now()
  const id = newId('ssec', now)
  // Because of the lock, a concurrent disconnection waits and then deletes this secret too.
  const db = dashboard.database.as('checkout_dashboard', connectionId)
  const sealed = dashboard.keyring.seal(secret, signingSecretAad(connectionId, id))
  const live = sql`
    (SELECT count(*) FROM dashboard.connection_secret WHERE connection_id = ${connectionId} AND retired_at IS NULL)`
  const { count } = await db.query(sql`
    INSERT INTO dashboard.connection_secret (connection_id, id, sealed, created_at)
    SELECT id, ${id}, ${sealed}, ${now} FROM dashboard.connection
    WHERE id = ${connectionId} AND disconnected_at IS NULL AND ${live} < ${quotas.signing_secrets.limit} FOR SHARE`)
  if (count === 0) {
    const { rows } = await db.query<{ live: number }>(sql`SELECT ${live} AS live`)
    throw new Refusal(
      (rows[0]?.live ?? 0) >= quotas.signing_secrets.limit ? 'secrets_quota' : 'account_disconnected',
    )
  }
  return id
}

/** Retires a signing secret; within a second no signature with it is accepted. False if there is no such secret. */
export async function retireSigningSecret({ database, now }: Store, connectionId: string, id: string) {
  const { count } = await database.as('checkout_dashboard', connectionId).query(sql`
    UPDATE dashboard.connection_secret SET retired_at = ${now()}
    WHERE connection_id = ${connectionId} AND id = ${id} AND retired_at IS NULL`)
  return count === 1
}

/** Secrets of one transaction; the next round continues. */
const RETIRED_AT_ONCE = 100

/**
 * Retires the secrets whose rotation has ended, each with an audit entry; any number of workers may call it. Returns
 * their number.
 */
export function retireEndedSecrets({ database, now }: Store): Promise<number> {
  const at = now()
  return asSystem({ database }).transaction(async (tx) => {
    const { rows } = await tx.query<{ connection_id: string; id: string; team_id: string }>(sql`
      WITH ended AS MATERIALIZED (
        SELECT connection_id, id FROM dashboard.connection_secret
        WHERE retires_at <= ${at} AND retired_at IS NULL LIMIT ${raw(RETIRED_AT_ONCE)} FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.connection_secret s SET retired_at = ${at} FROM ended
      JOIN dashboard.connection c ON c.id = ended.connection_id
      WHERE s.connection_id = ended.connection_id AND s.id = ended.id RETURNING s.connection_id, s.id, c.team_id`)
    for (const { connection_id: connectionId, id: objectId, team_id: teamId } of rows) {
      const act = { action: 'connection.retire_secret', objectId, details: { rotation: 'ended' } }
      await recordTeamAudit(tx, { ...act, teamId, connectionId, userId: null, address: null, now: at })
    }
    return rows.length
  })
}

/** Looks up a connection's live secrets and caches them for at most a second. */
export class SigningSecrets {
  readonly #cache = new Map<string, Opened>()

  constructor(readonly dashboard: Dashboard) {}

  /** Returns the live secrets; none for an unknown connection or one without secrets. */
  async of(connectionId: string): Promise<readonly string[]> {
    const now = performance.now()
    const known = this.#cache.get(connectionId)
    if (known && known.until > now) return known.secrets
    this.#cache.delete(connectionId)
    const [oldest] = this.#cache.keys()
    if (oldest !== undefined && this.#cache.size >= CACHED_CONNECTIONS_MAX) this.#cache.delete(oldest)
    const secrets = this.#load(connectionId)
    this.#cache.set(connectionId, { secrets, until: now + CACHE_MS })
    secrets.catch(() => this.#cache.delete(connectionId))
    return secrets
  }

  async #load(connectionId: string): Promise<readonly string[]> {
    const { rows } = await this.dashboard.database
      .as('checkout_dashboard', connectionId)
      .query<{ id: string; sealed: string }>(sql`
        SELECT s.id, s.sealed FROM dashboard.connection_secret s JOIN dashboard.connection c ON c.id = s.connection_id
        WHERE s.connection_id = ${connectionId} AND s.retired_at IS NULL AND c.disconnected_at IS NULL
        ORDER BY s.created_at DESC`)
    return rows.map(({ id, sealed }) =>
      this.dashboard.keyring.open(sealed, signingSecretAad(connectionId, id)),
    )
  }
}
