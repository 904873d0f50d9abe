import { type Settlement, settlementSchema } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { remainderOf } from '@/lib/dashboard/mirror/mirror-amount'
import type { RowMirror } from '@/lib/dashboard/mirror/shape'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/read-object'
import { netTerms } from '@/lib/domain/net-terms'

/** Settlement as pages show it. */
export type ShownSettlement = Settlement & {
  /** Part of the net that its terms do not explain, in major units: 0 if they add up. */
  unexplained: number
  mirror: RowMirror
}

/** Days and status of a settlement, which name it on other pages. */
export type SettlementName = Pick<
  Settlement,
  'id' | 'status' | 'period_start' | 'period_end' | 'created_at' | 'paid_at'
>

export function shownSettlement(row: MirroredRow): ShownSettlement {
  const settlement = settlementSchema.parse(row.snapshot)
  const terms = netTerms(settlement).map(({ amount }) => amount)
  const unexplained = remainderOf(settlement.net_amount, terms, settlement.currency)
  return { ...settlement, unexplained, mirror: rowMirror(row) }
}

/** Returns the names of mirrored settlements by id, without those that the mirror lacks. */
export async function settlementNames(
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettlementName>> {
  if (ids.length === 0) return new Map()
  const rows = await prisma.mirrorSettlement.findMany({
    where: { connectionId, id: { in: [...new Set(ids)] } },
    select: { id: true, status: true, periodStart: true, periodEnd: true, createdAt: true, paidAt: true },
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        // The mirror contains only statuses that the contract's schema allows.
        status: row.status as SettlementName['status'],
        period_start: row.periodStart.toISOString(),
        period_end: row.periodEnd.toISOString(),
        created_at: row.createdAt.toISOString(),
        paid_at: row.paidAt?.toISOString() ?? null,
      },
    ]),
  )
}
