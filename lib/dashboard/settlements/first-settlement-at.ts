import type { ConnectionContext } from '@/lib/dashboard/context'
import { oldestFirst } from '@/lib/dashboard/reads/keyset'

/** Returns when the oldest mirrored settlement was made (ISO 8601): the months of the list begin there. Null without one. */
export async function firstSettlementAt({
  connectionId,
  prisma,
}: Pick<ConnectionContext, 'connectionId' | 'prisma'>): Promise<string | null> {
  const first = await prisma.mirrorSettlement.findFirst({
    where: { connectionId },
    orderBy: oldestFirst,
    select: { createdAt: true },
  })
  return first?.createdAt.toISOString() ?? null
}
