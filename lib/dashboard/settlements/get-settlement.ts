import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { newestFirst, oldestFirst } from '@/lib/dashboard/reads/keyset'
import { type ObjectSource, readObject, receivedEvents } from '@/lib/dashboard/reads/read-object'
import type { SettlementDetail, SettlementName, ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { nameColumns, settlementName, shownSettlement } from './shown-settlement'
import { expectedBy, isOver, transferTimes } from './transfer-times'

/**
 * Returns one settlement with its webhooks, the sum of its mirrored payments, the debt that it deducted or left and the
 * usual time of its transfer, read `from` the host (which confirms it) or from the mirror. Throws as `readObject` does.
 */
export async function getSettlement(
  ctx: ConnectionContext,
  id: string,
  { from = 'host' }: { from?: ObjectSource } = {},
): Promise<SettlementDetail> {
  const { connectionId, prisma, account } = ctx
  const read = () => prisma.mirrorSettlement.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'settlements', id, from }, read)
  const settlement = shownSettlement(row)
  const [events, mirrored, debtFrom, debtTakenBy, times] = await Promise.all([
    receivedEvents(ctx, id),
    mirroredPayments(ctx, settlement),
    debtBefore(ctx, settlement),
    takenAfter(ctx, settlement),
    transferTimes(ctx),
  ])
  const waits = settlement.status === 'PENDING' && !settlement.mirror.missing
  const madeOn = dayIn(Date.parse(settlement.created_at), account.timezone)
  const by = waits ? expectedBy(madeOn, times) : null
  return {
    settlement,
    confirmed,
    problem,
    events,
    mirrored,
    debtFrom,
    debtTakenBy,
    transferTimes: times,
    expectedBy: by,
    late: by !== null && isOver(by, { now: ctx.now().getTime(), timeZone: account.timezone }),
  }
}

async function mirroredPayments(
  { connectionId, prisma }: ConnectionContext,
  { id, currency }: ShownSettlement,
): Promise<SettlementDetail['mirrored']> {
  const { _count, _sum } = await prisma.mirrorPayment.aggregate({
    where: { connectionId, settlementId: id, currency },
    _count: { _all: true },
    _sum: { amountMinor: true },
  })
  return { count: _count._all, gross: shownAmount(_sum.amountMinor ?? 0n, currency) }
}

async function debtBefore(
  ctx: ConnectionContext,
  settlement: ShownSettlement,
): Promise<SettlementName | null> {
  if (!settlement.debt_amount) return null
  const { connectionId, prisma } = ctx
  const before = await prisma.mirrorSettlement.findFirst({
    where: { connectionId, createdAt: { lte: new Date(settlement.created_at) }, id: { not: settlement.id } },
    orderBy: newestFirst,
    select: nameColumns,
  })
  return before?.status === 'DEBT' ? settlementName(before) : null
}

async function takenAfter(
  ctx: ConnectionContext,
  settlement: ShownSettlement,
): Promise<SettlementName | null> {
  if (settlement.status !== 'DEBT') return null
  const { connectionId, prisma } = ctx
  const after = await prisma.mirrorSettlement.findFirst({
    where: { connectionId, createdAt: { gte: new Date(settlement.created_at) }, id: { not: settlement.id } },
    orderBy: oldestFirst,
  })
  return after && shownSettlement(after).debt_amount ? settlementName(after) : null
}
