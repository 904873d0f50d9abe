import type { ConnectionContext } from '@/lib/dashboard/context'
import { readObject } from '@/lib/dashboard/reads/read-object'
import type { MirroredRow } from '@/lib/dashboard/reads/row-mirror'

/**
 * Returns the mirror row of a customer; one that the mirror lacks is fetched from the host. Throws Refusal
 * `resource_not_found` and the host's errors.
 */
export async function mirroredCustomer(ctx: ConnectionContext, id: string): Promise<MirroredRow> {
  const { row } = await readObject(ctx, { noun: 'customers', id, from: 'mirror' }, () =>
    findCustomer(ctx, id),
  )
  return row
}

/** Returns the mirror row of a customer; null if the mirror lacks it. */
export function findCustomer({ prisma, connectionId }: ConnectionContext, id: string) {
  return prisma.mirrorCustomer.findUnique({ where: { connectionId_id: { connectionId, id } } })
}
