import { type ApiError, invalidParameters } from '@/lib/contract/errors'
import { isWithinScope, type KeyScope, keyScopes } from '@/lib/contract/key-scopes'
import {
  isUsable,
  type ListedKey,
  type NewKey,
  type Overlap,
  type RolledKey,
} from '@/lib/contract/panel/keys'
import { normalizeText } from '@/lib/domain/text'
import { AccountRefusal, type AccountRow } from '@/lib/service/accounts/account-row'
import { apiKeyState, listApiKeys } from '@/lib/service/accounts/api-key-row'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey, revokeNamedKey } from '@/lib/service/accounts/revoke-api-key'
import { revokeRolledKey, rollApiKey, undoRoll } from '@/lib/service/accounts/roll-api-key'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Panel, PanelContext } from './panel'

const HOUR_MS = 3_600_000
/** Time for which the old key is accepted after a roll. */
const OVERLAPS_MS = { now: 0, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const satisfies Record<
  Overlap,
  number
>
type KeyContext = Pick<PanelContext, 'accountId' | 'actor' | 'db' | 'keyId' | 'maxScope' | 'now'>

/** Check after the key exists: a removal or a change of role ends either the key or the session. */
export interface KeyMaker {
  account: Pick<AccountRow, 'owner_team'>
  /** Throws if the member's session or membership has ended. */
  recheck(): Promise<unknown>
}

/** Returns the account's keys: first those that are accepted, then the others, newest first. */
export async function listKeys({ accountId, db, keyId, now }: KeyContext): Promise<ListedKey[]> {
  const rows = await listApiKeys(db, accountId)
  const keys = rows.map((row): ListedKey => {
    const { id, name, last4, replaced_by, scope } = row
    return {
      id,
      name,
      last4,
      state: apiKeyState(row, now()),
      scope,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
      replaced_by,
      in_use: id === keyId,
    }
  })
  return [...keys.filter(isUsable), ...keys.filter((key) => !isUsable(key))]
}

/**
 * Creates a key that ends with the member's membership. Throws 400 `invalid_parameters` for the name, for a scope beyond the
 * member's role, or if there are too many usable keys. Revokes the key and throws as `recheck` does.
 */
export async function createKey(
  { account, accountId, actor, db, maxScope, now, recheck }: KeyContext & KeyMaker,
  { name, scope }: { name: string; scope: KeyScope },
): Promise<NewKey> {
  if (!isWithinScope(maxScope, scope)) throw beyondRole('scope')
  const by = { accountId, actor, memberId: memberOf(actor), ownerTeam: account.owner_team }
  const made = await atField('name', () => createApiKey(db, { ...by, name, scope }, now()))
  try {
    await recheck()
  } catch (error) {
    await revokeApiKey(db, { keyId: made.id, actor }, now())
    throw error
  }
  return { ...made, name: normalizeText(name) }
}

/**
 * Replaces a key by a new one of the same name, which ends with the member's membership; the old one ends after `overlap`.
 * If the dashboard uses the key, it stays until `store` has written the new one to the connection, and nobody sees that one.
 * If `store` or `recheck` fails, the roll is reverted and the error rethrown. Throws 400 `invalid_parameters`.
 */
export async function rollKey(
  ctx: KeyContext & KeyMaker,
  { keyId, overlap }: { keyId: string; overlap: Overlap },
  store: (apiKey: string) => Promise<unknown>,
): Promise<RolledKey> {
  const { accountId, actor, db } = ctx
  const old = (await listApiKeys(db, accountId)).find(({ id }) => id === keyId)
  if (old && !isWithinScope(ctx.maxScope, old.scope)) throw beyondRole('overlap')
  const endsAt = new Date(ctx.now().getTime() + OVERLAPS_MS[overlap])
  const change = { accountId, actor, keyId, endsAt, ownerTeam: ctx.account.owner_team }
  const isInUse = keyId === ctx.keyId
  const latest = new Date(ctx.now().getTime() + OVERLAPS_MS.week)
  const replacedBy = isInUse ? (old?.replaced_by ?? null) : null
  const input = isInUse ? { ...change, endsAt: latest, replacedBy } : { ...change, memberId: memberOf(actor) }
  const { oldEnd, ...made } = await atField('overlap', () => rollApiKey(db, input, ctx.now()))
  try {
    await (isInUse ? store(made.api_key) : ctx.recheck())
  } catch (error) {
    await undoRoll(db, { accountId, actor, keyId, newKeyId: made.id, replacedBy, oldEnd }, ctx.now())
    throw error
  }
  if (!isInUse) return made
  await revokeRolledKey(db, change, ctx.now())
  return { ...made, api_key: null }
}

/**
 * Revokes a key by its typed name. Throws 400 `invalid_parameters`: another name, the last usable key, the key in use
 * by the dashboard.
 */
export async function revokeKey(ctx: KeyContext, { keyId, name }: { keyId: string; name: string }) {
  const { accountId, actor, db, now } = ctx
  if (keyId === ctx.keyId)
    throw invalidParameters([
      {
        field: 'name',
        code: 'key_in_use',
        message:
          'This dashboard uses this key. Roll it instead: the dashboard then goes on with the new key.',
      },
    ])
  await atField('name', () => revokeNamedKey(db, { accountId, actor, keyId, name }, now()))
}

function memberOf(actor: KeyContext['actor']): string | null {
  return actor.kind === 'member' ? actor.id : null
}

function beyondRole(field: string): ApiError {
  const message = 'Your role may not do what this key may. Ask an owner or an admin of your team.'
  return invalidParameters([{ field, code: 'scope_beyond_role', message }])
}

/**
 * Ends the keys that a member made in the accounts of a team, or those beyond `keep`, the widest scope of the member's new
 * role. Returns their number.
 */
export async function endMemberKeys(
  { database, now }: Pick<Panel, 'database' | 'now'>,
  { teamId, memberId, keep = null }: { teamId: string; memberId: string; keep?: KeyScope | null },
): Promise<number> {
  const ended = keyScopes.filter((scope) => keep === null || !isWithinScope(keep, scope))
  const actor = { kind: 'member', id: memberId } as const
  return database.as('checkout_system').transaction(async (tx) => {
    const { rows } = await tx.query<{ account_id: string; id: string }>({
      text: `UPDATE service.api_key k SET revoked_at = $3 FROM service.account a
        WHERE a.id = k.account_id AND a.owner_team = $1 AND k.member_id = $2 AND k.revoked_at IS NULL AND k.scope = ANY ($4)
        RETURNING k.account_id, k.id`,
      values: [teamId, memberId, now(), ended],
    })
    for (const { account_id: accountId, id } of rows)
      await recordAudit(tx, {
        accountId,
        actor,
        action: 'api_key.ended_with_member',
        objectId: id,
        now: now(),
      })
    return rows.length
  })
}

async function atField<T>(field: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error
    throw invalidParameters([{ field, code: error.code, message: error.message }])
  }
}
