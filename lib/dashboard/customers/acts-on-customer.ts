import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { CustomerAct } from '@/lib/dashboard/schema/customer-detail'

/** More acts than a timeline shows. */
const ACTS_MAX = 50

const detailsSchema = z.object({ fields: z.array(z.string()).catch([]) })

/** Returns what members did to a customer through this dashboard, newest first. `names` contains the team's members by id. */
export async function actsOnCustomer(
  { prisma, teamId, connectionId }: ConnectionContext,
  id: string,
  names: ReadonlyMap<string, string>,
): Promise<CustomerAct[]> {
  const rows = await prisma.auditEntry.findMany({
    where: { teamId, connectionId, objectId: id, outcome: { not: 'failed' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ACTS_MAX,
  })
  return rows.map((row) => ({
    id: row.id,
    user: row.userId === null ? null : { id: row.userId, name: names.get(row.userId) ?? '' },
    action: row.action,
    // A CHECK of the table allows these four alone, and the query leaves `failed` out.
    outcome: row.outcome as CustomerAct['outcome'],
    fields: detailsSchema.safeParse(row.details).data?.fields ?? [],
    created_at: row.createdAt.toISOString(),
  }))
}
