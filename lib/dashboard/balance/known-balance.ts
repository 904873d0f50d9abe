import { balanceSchema } from '@/lib/contract/balance'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { KnownBalance } from './refresh-balance'

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
