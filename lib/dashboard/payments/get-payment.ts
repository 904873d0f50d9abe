import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ObjectSource, readObject } from '@/lib/dashboard/reads/read-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import { findPaidLater } from './find-paid-later'
import { shownPayment } from './shown-payment'

/**
 * Returns one payment with the webhooks received about it, read `from` the host (which confirms it) or from the mirror.
 * Throws as `readObject` does.
 */
export async function getPayment(
  ctx: ConnectionContext,
  id: string,
  { from = 'host' }: { from?: ObjectSource } = {},
): Promise<PaymentDetail> {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'payments', id, from }, read)
  const payment = shownPayment(row)
  const [events, paidLater] = await Promise.all([receivedEvents(ctx, id), findPaidLater(ctx, payment)])
  const settlementSchedule = ctx.account.settlement_schedule ?? null
  return { payment, confirmed, problem, events, settlementSchedule, paidLater }
}
