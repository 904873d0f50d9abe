import { z } from 'zod'
import { parseRequest } from '@/lib/contract/field-errors'
import { newId } from '@/lib/contract/ids'
import type { KeyScope } from '@/lib/contract/key-scopes'
import { NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { trimmedText } from '@/lib/contract/text'
import type { Handle, Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { AccountRefusal, accountNotFound } from './account-row'
import { hashApiKey, isUsableKey, newApiKey } from './api-key-row'
import type { AccountChange } from './change-account'

/** One key for each system of a merchant; a rolled key does not count. */
export const LIVE_KEYS_MAX = 10

const nameSchema = z.object({ name: trimmedText({ min: NAME_MIN, max: NAME_MAX }) })

export interface NewApiKey extends AccountChange {
  name: string
  scope?: KeyScope
  /** Member with whose membership the key ends. */
  memberId?: string | null
  ownerTeam?: string | null
}

export interface CreatedApiKey {
  id: string
  /** The key itself, returned only this once. */
  api_key: string
}

/** Creates a key, of which only the hash is stored. Throws `account_not_found`, `too_many_keys`, 400. */
export async function createApiKey(
  db: Handle,
  { accountId, actor, name, scope = 'all', memberId = null, ownerTeam = null }: NewApiKey,
  now: Date,
): Promise<CreatedApiKey> {
  const parsed = parseRequest(nameSchema, { name })
  const id = newId('key', now)
  const apiKey = newApiKey()
  await db.transaction(async (tx) => {
    await lockKeys(tx, accountId, ownerTeam)
    const made = await tx.query({
      text: `INSERT INTO service.api_key (account_id, id, name, hash, last4, created_at, scope, member_id)
        SELECT $1, $2, $3, $4, $5, $6, $8, $9
        WHERE (SELECT count(*) FROM service.api_key
          WHERE account_id = $1 AND replaced_by IS NULL AND ${isUsableKey('$6::timestamptz')}) < $7`,
      values: [
        accountId,
        id,
        parsed.name,
        hashApiKey(apiKey),
        apiKey.slice(-4),
        now,
        LIVE_KEYS_MAX,
        scope,
        memberId,
      ],
    })
    if (made.count === 0) {
      const message = `Account ${accountId} has ${LIVE_KEYS_MAX} live keys already. Revoke one first.`
      throw new AccountRefusal('too_many_keys', message)
    }
    const details = { name: parsed.name, last4: apiKey.slice(-4), scope }
    await recordAudit(tx, { accountId, actor, action: 'api_key.created', objectId: id, details, now })
  })
  return { id, api_key: apiKey }
}

/** Serializes the changes of an account's keys. Throws `account_not_found`, also for another owner's. */
export async function lockKeys(
  tx: Queryable,
  accountId: string,
  ownerTeam: string | null = null,
): Promise<void> {
  const locked = await tx.query({
    text: 'SELECT 1 FROM service.account WHERE id = $1 AND ($2::text IS NULL OR owner_team = $2) FOR UPDATE',
    values: [accountId, ownerTeam],
  })
  if (locked.count === 0) throw accountNotFound(accountId)
}
