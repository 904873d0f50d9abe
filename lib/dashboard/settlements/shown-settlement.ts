import { settlementSchema } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/read-object'
import type { SettlementName, ShownSettlement } from '@/lib/dashboard/schema/settlement'

/** Returns the settlement of a mirror row. */
export function shownSettlement(row: MirroredRow): ShownSettlement {
  const settlement = settlementSchema.parse(row.snapshot)
  const { currency, gross_amount, fee_amount, refund_amount, dispute_amount, debt_amount, net_amount } =
    settlement
  const minor = (major: number) => mirrorAmount(major, currency)
  const taken = [fee_amount, refund_amount ?? 0, dispute_amount ?? 0, debt_amount ?? 0, net_amount]
  const left = taken.reduce((rest, amount) => rest - minor(amount), minor(gross_amount))
  return { ...settlement, unexplained: shownAmount(left, currency), mirror: rowMirror(row) }
}

/** Columns of a settlement's name. */
export const nameColumns = {
  id: true,
  status: true,
  periodStart: true,
  periodEnd: true,
  createdAt: true,
  paidAt: true,
} as const

interface NameRow {
  id: string
  status: string
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  paidAt: Date | null
}

/** Returns the name of the settlement of a mirror row. */
export function settlementName(row: NameRow): SettlementName {
  return {
    id: row.id,
    // The mirror contains only statuses that the contract's schema allows.
    status: row.status as SettlementName['status'],
    period_start: row.periodStart.toISOString(),
    period_end: row.periodEnd.toISOString(),
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  }
}

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
