import { type Balance, balanceSchema } from '@/lib/contract/balance'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { notifyChange } from '@/lib/dashboard/live/live-message'
import { sql } from '@/lib/platform/sql'

type Scope = Pick<ConnectionContext, 'client' | 'connectionId' | 'db'>

/** A balance from the host, and the time when its request was sent, by the host's clock. */
export interface KnownBalance {
  balance: Balance
  at: Date
}

/**
 * Fetches the balance from the host and stores it, unless a newer one is stored. Notifies open pages only if it differs
 * from the last one, because they refetch on a notification. Throws the client's errors.
 */
export async function refreshBalance({ client, connectionId, db }: Scope, signal?: AbortSignal) {
  const { data, raw, at } = await client.call('getBalance', signal ? { signal } : {})
  await db.query(sql`
    WITH known AS MATERIALIZED (SELECT balance FROM dashboard.connection WHERE id = ${connectionId}), kept AS (
      UPDATE dashboard.connection SET balance = ${JSON.stringify(storableJson(raw))}::jsonb, balance_at = ${at}
      WHERE id = ${connectionId} AND (balance_at IS NULL OR balance_at <= ${at}) RETURNING balance
    )
    SELECT ${notifyChange(connectionId, 'balance', null)} FROM kept, known
    WHERE kept.balance IS DISTINCT FROM known.balance`)
  return { balance: data, at }
}

/** Returns the host's last balance with its instant; null if there is none yet. */
export async function knownBalance({
  connectionId,
  prisma,
}: Pick<ConnectionContext, 'connectionId' | 'prisma'>): Promise<KnownBalance | null> {
  const row = await prisma.connection.findUnique({
    where: { id: connectionId },
    select: { balance: true, balanceAt: true },
  })
  const balance = balanceSchema.safeParse(row?.balance)
  return balance.success && row?.balanceAt ? { balance: balance.data, at: row.balanceAt } : null
}
