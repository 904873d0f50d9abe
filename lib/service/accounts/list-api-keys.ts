import type { Handle } from '@/lib/platform/database'
import { type ApiKeyRow, apiKeyColumns } from './api-key-row'

/** Returns an account's keys, including revoked ones, newest first. Never includes the key itself or its hash. */
export async function listApiKeys(db: Handle, accountId: string): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>({
    text: `SELECT ${apiKeyColumns} FROM service.api_key WHERE account_id = $1 ORDER BY created_at DESC, id DESC`,
    values: [accountId],
  })
  return rows
}
