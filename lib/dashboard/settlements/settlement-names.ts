import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import { nameColumns, settlementName } from './shown-settlement'

/** Returns the names of mirrored settlements by id, without those that the mirror lacks. */
export async function settlementNames(
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettlementName>> {
  if (ids.length === 0) return new Map()
  const rows = await prisma.mirrorSettlement.findMany({
    where: { connectionId, id: { in: [...new Set(ids)] } },
    select: nameColumns,
  })
  return new Map(rows.map((row) => [row.id, settlementName(row)]))
}
