import { invalidParameters } from '@/lib/contract/errors'
import type { ApiKeyState } from '@/lib/contract/states'
import { normalizeText } from '@/lib/domain/text'
import { AccountRefusal } from '@/lib/service/accounts/account-refusal'
import { apiKeyState } from '@/lib/service/accounts/api-key-row'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { listApiKeys } from '@/lib/service/accounts/list-api-keys'
import { revokeNamedKey } from '@/lib/service/accounts/revoke-api-key'
import { revokeRolledKey, rollApiKey, undoRoll } from '@/lib/service/accounts/roll-api-key'
import type { PanelContext } from './panel'

const HOUR_MS = 3_600_000
/** Time for which the old key is accepted after a roll. */
const OVERLAPS_MS = { now: 0, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const
export type Overlap = keyof typeof OVERLAPS_MS

export interface PanelKey {
  id: string
  name: string
  last4: string
  state: ApiKeyState
  /** ISO 8601, like all instants here. */
  created_at: string
  /** Exact to one minute. */
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  /** Id of its successor. */
  replaced_by: string | null
  /** True if the dashboard's own calls use it. */
  in_use: boolean
}

/** A key that is shown only this once. */
export interface ShownKey {
  id: string
  name: string
  api_key: string
}

type KeyContext = Pick<PanelContext, 'accountId' | 'actor' | 'db' | 'keyId' | 'now'>

/** Returns the account's keys: first those that are accepted, then the others, newest first. */
export async function listKeys({ accountId, db, keyId, now }: KeyContext): Promise<PanelKey[]> {
  const rows = await listApiKeys(db, accountId)
  const keys = rows.map((row): PanelKey => {
    const { id, name, last4, replaced_by } = row
    return {
      id,
      name,
      last4,
      state: apiKeyState(row, now()),
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

const isUsable = ({ state }: PanelKey) => state === 'LIVE' || state === 'ENDING'

/** Creates a key. Throws 400 `invalid_parameters` for the name, or if there are too many usable keys. */
export async function createKey(
  { accountId, actor, db, now }: KeyContext,
  { name }: { name: string },
): Promise<ShownKey> {
  const made = await atField('name', () => createApiKey(db, { accountId, actor, name }, now()))
  return { ...made, name: normalizeText(name) }
}

/**
 * Replaces a key by a new one of the same name; the old one ends after `overlap`. If the dashboard uses the key, it
 * stays until `store` has written the new one to the connection: if that fails, the roll is reverted and the error of
 * `store` is rethrown. Throws 400 `invalid_parameters`.
 */
export async function rollKey(
  ctx: KeyContext,
  { keyId, overlap }: { keyId: string; overlap: Overlap },
  store: (apiKey: string) => Promise<unknown>,
): Promise<ShownKey> {
  const { accountId, actor, db } = ctx
  const endsAt = new Date(ctx.now().getTime() + OVERLAPS_MS[overlap])
  const change = { accountId, actor, keyId, endsAt }
  if (keyId !== ctx.keyId) {
    const { oldEnd: _, ...made } = await atField('overlap', () => rollApiKey(db, change, ctx.now()))
    return made
  }
  const latest = new Date(ctx.now().getTime() + OVERLAPS_MS.week)
  const replacedBy = (await listApiKeys(db, accountId)).find(({ id }) => id === keyId)?.replaced_by ?? null
  const { oldEnd, ...made } = await atField('overlap', () =>
    rollApiKey(db, { ...change, endsAt: latest, replacedBy }, ctx.now()),
  )
  try {
    await store(made.api_key)
  } catch (error) {
    await undoRoll(db, { accountId, actor, keyId, newKeyId: made.id, replacedBy, oldEnd }, ctx.now())
    throw error
  }
  await revokeRolledKey(db, change, ctx.now())
  return made
}

/**
 * Revokes a key by its typed name. Throws 400 `invalid_parameters`: another name, the last usable key, the key in use
 * by the dashboard.
 */
export async function revokeKey(
  ctx: KeyContext,
  { keyId, name }: { keyId: string; name: string },
): Promise<void> {
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

async function atField<T>(field: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error
    throw invalidParameters([{ field, code: error.code, message: error.message }])
  }
}
