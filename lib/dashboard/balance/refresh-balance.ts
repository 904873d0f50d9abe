import { type Balance, balanceSchema } from '@/lib/contract/balance'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'

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
  await db.query({
    name: 'keep-balance',
    text: `WITH known AS MATERIALIZED (SELECT balance FROM dashboard.connection WHERE id = $1), kept AS (
        UPDATE dashboard.connection SET balance = $2::jsonb, balance_at = $3
        WHERE id = $1 AND (balance_at IS NULL OR balance_at <= $3) RETURNING balance
      )
      SELECT pg_notify('${LIVE_CHANNEL}', $4) FROM kept, known WHERE kept.balance IS DISTINCT FROM known.balance`,
    values: [
      connectionId,
      JSON.stringify(storableJson(raw)),
      at,
      changeMessage(connectionId, 'balance', null),
    ],
  })
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
