import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { type ObjectSource, readObject, receivedEvents } from '@/lib/dashboard/reads/read-object'
import type { SettlementDetail, ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { shownSettlement } from './shown-settlement'
import { expectedBy, isOver, transferTimes } from './transfer-times'

/**
 * Returns one settlement with its webhooks, the sum of its mirrored payments and the usual time of its
 * transfer, read `from` the host (which confirms it) or from the mirror. Throws as `readObject` does.
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
  const [events, mirrored, times] = await Promise.all([
    receivedEvents(ctx, id),
    mirroredPayments(ctx, settlement),
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
