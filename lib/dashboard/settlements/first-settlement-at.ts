import type { ConnectionContext } from '@/lib/dashboard/context'
import { oldestFirst } from '@/lib/dashboard/reads/keyset'

/**
 * Returns the creation time of the oldest mirrored settlement (ISO 8601), from which the list offers months. Null without
 * one.
 */
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
