import type { ConnectionContext } from '@/lib/dashboard/context'
import { isStorable } from '@/lib/domain/text'

/** Returns the name of a mirrored customer, which every role sees; null if the mirror lacks it. */
export async function customerName(ctx: ConnectionContext, id: string | null): Promise<string | null> {
  if (id === null || !isStorable(id)) return null
  return (await findCustomer(ctx, id))?.name ?? null
}

/** Returns the mirror row of a customer; null if the mirror lacks it. */
export function findCustomer({ prisma, connectionId }: ConnectionContext, id: string) {
  return prisma.mirrorCustomer.findUnique({ where: { connectionId_id: { connectionId, id } } })
}
