import { newId } from '@/lib/contract/ids'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { AccountRefusal } from './account-row'
import { hashApiKey, isUsableKey, newApiKey } from './api-key-row'
import type { AccountChange } from './change-account'
import { type CreatedApiKey, lockKeys } from './create-api-key'

export interface RollApiKeyInput extends AccountChange {
  keyId: string
  endsAt: Date
  /** Known successor of the key: a key whose first roll was interrupted is rolled again. */
  replacedBy?: string | null
  /** Member who sees the new key, which ends with their membership. */
  memberId?: string | null
  ownerTeam?: string | null
}

export interface RolledApiKey extends CreatedApiKey {
  name: string
  /** End of the old key before and after the roll. */
  oldEnd: { before: Date | null; after: Date }
}

interface RolledRow {
  name: string
  scope: string
  end_before: Date | null
  end_after: Date
}

/**
 * Creates a key of the same name and scope to replace another one, which ends at `endsAt` or before. Throws
 * AccountRefusal `key_not_found`, or `key_not_live` for one that was rolled, revoked or has ended.
 */
export async function rollApiKey(
  db: Handle,
  { accountId, actor, keyId, endsAt, replacedBy = null, memberId = null, ownerTeam = null }: RollApiKeyInput,
  now: Date,
): Promise<RolledApiKey> {
  const id = newId('key', now)
  const apiKey = newApiKey()
  return db.transaction(async (tx) => {
    await lockKeys(tx, accountId, ownerTeam)
    const old = await findRow<RolledRow>(tx, {
      text: `WITH before AS MATERIALIZED (
          SELECT id, expires_at FROM service.api_key
          WHERE account_id = $1 AND id = $2 AND replaced_by IS NOT DISTINCT FROM $6
            AND ${isUsableKey('$5::timestamptz')} FOR NO KEY UPDATE
        )
        UPDATE service.api_key k SET replaced_by = $3, expires_at = LEAST(b.expires_at, $4)
        FROM before b WHERE k.account_id = $1 AND k.id = b.id
        RETURNING k.name, k.scope, b.expires_at AS end_before, k.expires_at AS end_after`,
      values: [accountId, keyId, id, endsAt, now, replacedBy],
    })
    if (!old) throw await unrollable(tx, accountId, keyId)
    await tx.query({
      text: `INSERT INTO service.api_key (account_id, id, name, hash, last4, created_at, scope, member_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [accountId, id, old.name, hashApiKey(apiKey), apiKey.slice(-4), now, old.scope, memberId],
    })
    const details = {
      name: old.name,
      last4: apiKey.slice(-4),
      replaces: keyId,
      old_ends_at: endsAt.toISOString(),
    }
    await recordAudit(tx, { accountId, actor, action: 'api_key.rolled', objectId: id, details, now })
    const oldEnd = { before: old.end_before, after: old.end_after }
    return { id, api_key: apiKey, name: old.name, oldEnd }
  })
}

/** Moves the end of a rolled key forward, whatever its successor; never postpones it. */
export async function revokeRolledKey(
  db: Handle,
  { accountId, actor, keyId, endsAt }: RollApiKeyInput,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.query({
      text: `UPDATE service.api_key SET expires_at = $3
        WHERE account_id = $1 AND id = $2 AND expires_at > $3`,
      values: [accountId, keyId, endsAt],
    })
    const details = { old_ends_at: endsAt.toISOString() }
    if (count > 0)
      await recordAudit(tx, { accountId, actor, action: 'api_key.ended', objectId: keyId, details, now })
  })
}

interface UndoneRoll extends AccountChange, Pick<RolledApiKey, 'oldEnd'> {
  keyId: string
  newKeyId: string
  replacedBy: string | null
}

/** Reverts a roll whose new key was never delivered. An end that another roll has set since stays. */
export async function undoRoll(
  db: Handle,
  { accountId, actor, keyId, newKeyId, replacedBy, oldEnd }: UndoneRoll,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query({
      text: `UPDATE service.api_key SET replaced_by = $5,
          expires_at = CASE WHEN expires_at = $7 THEN $6::timestamptz ELSE expires_at END
        WHERE account_id = $1 AND id = $2 AND replaced_by = $3 AND ${isUsableKey('$4::timestamptz')}`,
      values: [accountId, keyId, newKeyId, now, replacedBy, oldEnd.before, oldEnd.after],
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
