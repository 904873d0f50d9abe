import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { CustomerAction, CustomerActionCharge } from '@/lib/dashboard/schema/customer'

/** Actions that are read; more than a timeline shows. */
const ACTS_MAX = 50

const detailsSchema = z.object({ fields: z.array(z.string()).catch([]) })

/**
 * Returns the members' actions on a customer and on the customer's charges through this dashboard, newest first. `names`
 * contains the team's members by id.
 */
export async function listCustomerActions(
  { prisma, teamId, connectionId }: ConnectionContext,
  id: string,
  names: ReadonlyMap<string, string>,
): Promise<CustomerAction[]> {
  const charges = await chargesOf({ prisma, connectionId }, id)
  const rows = await prisma.auditEntry.findMany({
    where: { teamId, connectionId, objectId: { in: [id, ...charges.keys()] }, outcome: { not: 'failed' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ACTS_MAX,
  })
  return rows.map((row) => ({
    id: row.id,
    user: row.userId === null ? null : { id: row.userId, name: names.get(row.userId) ?? '' },
    action: row.action,
    // A CHECK of the table allows only these four, and the query omits `failed`.
    outcome: row.outcome as CustomerAction['outcome'],
    fields: detailsSchema.safeParse(row.details).data?.fields ?? [],
    charge: charges.get(row.objectId ?? '') ?? null,
    created_at: row.createdAt.toISOString(),
  }))
}

/** Returns the newest charges of a customer by id. An action is never older than its charge. */
async function chargesOf(
  { prisma, connectionId }: Pick<ConnectionContext, 'prisma' | 'connectionId'>,
  customerId: string,
): Promise<ReadonlyMap<string, CustomerActionCharge>> {
  const rows = await prisma.charge.findMany({
    where: { connectionId, customerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ACTS_MAX,
    select: { id: true, way: true, amount: true, currency: true, replaces: true },
  })
  return new Map(
    rows.map(({ way, amount, ...row }) => [
      row.id,
      // A CHECK of the table allows only these two.
      { ...row, way: way as CustomerActionCharge['way'], amount: amount.toNumber() },
    ]),
  )
}
