import { normalizeText } from '@/lib/domain/text'
import { findRow, type Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { AccountRefusal } from './account-row'
import { type ApiKeyRow, apiKeyColumns } from './api-key-row'
import type { AccountChange } from './change-account'
import { lockKeys } from './create-api-key'

/** Revokes a key; every process refuses it within a second. Throws `key_not_found`. */
export async function revokeApiKey(
  db: Handle,
  { keyId, actor }: { keyId: string; actor: Actor },
  now: Date,
): Promise<ApiKeyRow> {
  const revoked = await db.transaction(async (tx) => {
    const { rows } = await tx.query<ApiKeyRow>({
      text: `UPDATE service.api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING ${apiKeyColumns}`,
      values: [keyId, now],
    })
    if (rows[0]) {
      const accountId = rows[0].account_id
      await recordAudit(tx, { accountId, actor, action: 'api_key.revoked', objectId: keyId, now })
    }
    return rows[0]
  })
  if (revoked) return revoked
  const { rows } = await db.query<ApiKeyRow>({
    text: `SELECT ${apiKeyColumns} FROM service.api_key WHERE id = $1`,
    values: [keyId],
  })
  if (!rows[0]) throw new AccountRefusal('key_not_found', `There is no API key ${keyId}.`)
  return rows[0]
}

/** Revokes a key by its name. Throws AccountRefusal `key_not_found`, `other_name`, `last_key`. */
export async function revokeNamedKey(
  db: Handle,
  { accountId, actor, keyId, name }: AccountChange & { keyId: string; name: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKeys(tx, accountId)
    const key = await findRow<{ name: string; is_last: boolean; revoked_at: Date | null }>(tx, {
      text: `SELECT name, revoked_at, NOT EXISTS (SELECT 1 FROM service.api_key o WHERE o.account_id = $1 AND o.id <> $2
          AND o.revoked_at IS NULL AND o.expires_at IS NULL) AS is_last
        FROM service.api_key WHERE account_id = $1 AND id = $2`,
      values: [accountId, keyId],
    })
    if (!key) throw new AccountRefusal('key_not_found', `There is no API key ${keyId}.`)
    if (key.revoked_at) return
    if (normalizeText(key.name) !== normalizeText(name))
      throw new AccountRefusal('other_name', `Type the name of the key: ${key.name}`)
    if (key.is_last)
      throw new AccountRefusal(
        'last_key',
        'This is the last live key of the account. Roll it instead, or create another key first.',
      )
    await tx.query({
      text: 'UPDATE service.api_key SET revoked_at = $3 WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL',
      values: [accountId, keyId, now],
    })
    await recordAudit(tx, { accountId, actor, action: 'api_key.revoked', objectId: keyId, now })
  })
}
