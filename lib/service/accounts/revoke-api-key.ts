import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { AccountRefusal } from './account-refusal'
import { type ApiKeyRow, apiKeyColumns } from './api-key-row'

/**
 * Revokes a key; every process refuses it within a second. A key that is revoked already stays as it is. The
 * handle's tenant bounds which keys can be named. Throws `key_not_found`.
 */
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
