import { balanceSchema } from '@/lib/contract/balance'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { KnownBalance } from './refresh-balance'

/** Returns the last balance that the host answered, with its instant; null where it never did. */
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
