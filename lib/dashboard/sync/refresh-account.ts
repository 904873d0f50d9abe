import type { Account } from '@/lib/contract/account'
import { storableJson, toStorable } from '@/lib/dashboard/client/bounded-json'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { sql } from '@/lib/platform/sql'
import { FinalProblem } from './sync-run'

/**
 * Fetches the account from the host and stores it. Throws the client's errors, and FinalProblem `other_account` for a
 * response about another account than the connected one.
 */
export async function refreshAccount(
  { client, connectionId, db, account }: ConnectionContext,
  signal?: AbortSignal,
): Promise<Account> {
  const { data, raw } = await client.call('getAccount', signal ? { signal } : {})
  if (toStorable(data.id) !== account.id)
    throw new FinalProblem('other_account', `the key is of another account: ${data.id}`)
  await db.query(sql`
    UPDATE dashboard.connection SET account = ${JSON.stringify(storableJson(raw))} WHERE id = ${connectionId}`)
  return data
}
