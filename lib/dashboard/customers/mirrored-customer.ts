import type { ConnectionContext } from '@/lib/dashboard/context'
import { findCustomer, type MirroredRow, readObject } from '@/lib/dashboard/reads/read-object'

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
