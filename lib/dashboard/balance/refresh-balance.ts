import type { Balance } from '@/lib/contract/balance'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { storableJson } from '@/lib/dashboard/mirror/storable-json'

type Scope = Pick<ConnectionContext, 'client' | 'connectionId' | 'db'>

/** A balance as the host answered it, and when that request left, by the host's clock. */
export interface KnownBalance {
  balance: Balance
  at: Date
}

/** Asks the host for the balance and keeps the answer, unless a newer one is kept. Throws the client's errors. */
export async function refreshBalance(
  { client, connectionId, db }: Scope,
  signal?: AbortSignal,
): Promise<KnownBalance> {
  const { data, raw, at } = await client.call('getBalance', signal ? { signal } : {})
  await db.query({
    name: 'keep-balance',
    text: `UPDATE dashboard.connection SET balance = $2, balance_at = $3
      WHERE id = $1 AND (balance_at IS NULL OR balance_at <= $3)`,
    values: [connectionId, JSON.stringify(storableJson(raw)), at],
  })
  return { balance: data, at }
}
