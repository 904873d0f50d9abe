import { newId } from '@/lib/contract/ids'
import type { Handle, Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { AccountRefusal } from './account-refusal'
import { isUsableKey } from './api-key-row'
import { hashApiKey, newApiKey } from './api-key-text'
import type { AccountChange } from './change-account-status'
import { type CreatedApiKey, lockKeys } from './create-api-key'

export interface RollApiKeyInput extends AccountChange {
  keyId: string
  /** The end of the old key. */
  endsAt: Date
  /** The successor that the key is known to have: one whose first roll was cut off is rolled again. */
  replacedBy?: string | null
}

export interface RolledApiKey extends CreatedApiKey {
  name: string
}

/**
 * Makes a key of the same name in the place of another, which ends at `endsAt`: one transaction. Of two rolls of one key at
 * once the second is refused. The old key's end is never put off. Throws AccountRefusal `key_not_found`,
 * `key_not_live` for a key that was rolled, revoked or has ended.
 */
export async function rollApiKey(
  db: Handle,
  { accountId, actor, keyId, endsAt, replacedBy = null }: RollApiKeyInput,
  now: Date,
): Promise<RolledApiKey> {
  const id = newId('key', now)
  const apiKey = newApiKey()
  return db.transaction(async (tx) => {
    await lockKeys(tx, accountId)
    const { rows } = await tx.query<{ name: string }>({
      text: `UPDATE service.api_key SET replaced_by = $3, expires_at = LEAST(expires_at, $4)
        WHERE account_id = $1 AND id = $2 AND replaced_by IS NOT DISTINCT FROM $6
          AND ${isUsableKey('$5::timestamptz')}
        RETURNING name`,
      values: [accountId, keyId, id, endsAt, now, replacedBy],
    })
    const [old] = rows
    if (!old) throw await unrollable(tx, accountId, keyId)
    await tx.query({
      text: `INSERT INTO service.api_key (account_id, id, name, hash, last4, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [accountId, id, old.name, hashApiKey(apiKey), apiKey.slice(-4), now],
    })
    const details = {
      name: old.name,
      last4: apiKey.slice(-4),
      replaces: keyId,
      old_ends_at: endsAt.toISOString(),
    }
    await recordAudit(tx, { accountId, actor, action: 'api_key.rolled', objectId: id, details, now })
    return { id, api_key: apiKey, name: old.name }
  })
}

/** Brings the end of a key forward that was rolled into `newKeyId`; never puts it off. */
export async function endRolledKey(
  db: Handle,
  { accountId, actor, keyId, endsAt, newKeyId }: RollApiKeyInput & { newKeyId: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.query({
      text: `UPDATE service.api_key SET expires_at = $4
        WHERE account_id = $1 AND id = $2 AND replaced_by = $3 AND expires_at > $4`,
      values: [accountId, keyId, newKeyId, endsAt],
    })
    const details = { old_ends_at: endsAt.toISOString() }
    if (count > 0)
      await recordAudit(tx, { accountId, actor, action: 'api_key.ended', objectId: keyId, details, now })
  })
}

/** Takes a roll back whose new key nobody has: the new key is revoked, the old one lives on without an end. */
export async function undoRoll(
  db: Handle,
  { accountId, actor, keyId, newKeyId }: AccountChange & { keyId: string; newKeyId: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query({
      text: `UPDATE service.api_key SET expires_at = NULL, replaced_by = NULL
        WHERE account_id = $1 AND id = $2 AND replaced_by = $3 AND ${isUsableKey('$4::timestamptz')}`,
      values: [accountId, keyId, newKeyId, now],
    })
    await tx.query({
      text: 'UPDATE service.api_key SET revoked_at = $3 WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL',
      values: [accountId, newKeyId, now],
    })
    await recordAudit(tx, { accountId, actor, action: 'api_key.roll_undone', objectId: keyId, now })
  })
}

async function unrollable(tx: Queryable, accountId: string, keyId: string): Promise<AccountRefusal> {
  const { count } = await tx.query({
    text: 'SELECT 1 FROM service.api_key WHERE account_id = $1 AND id = $2',
    values: [accountId, keyId],
  })
  return count === 0
    ? new AccountRefusal('key_not_found', `There is no API key ${keyId}.`)
    : new AccountRefusal('key_not_live', 'This key was rolled, revoked or has ended.')
}
