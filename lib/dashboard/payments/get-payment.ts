import type { ConnectionContext } from '@/lib/dashboard/context'
import { confirmObject } from '@/lib/dashboard/reads/confirm-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import { findPaidLater } from './find-paid-later'
import { type PaymentDetail, shownPayment } from './shown-payment'

/**
 * One payment, confirmed by the host where it answers, with the webhooks received about it. Throws Refusal
 * `resource_not_found`, or the host's error when the mirror has nothing to show instead.
 */
export async function getPayment(ctx: ConnectionContext, id: string): Promise<PaymentDetail> {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await confirmObject(ctx, 'payments', id, read)
  const payment = shownPayment(row)
  const [events, paidLater] = await Promise.all([receivedEvents(ctx, id), findPaidLater(ctx, payment)])
  const settlementSchedule = ctx.account.settlement_schedule ?? null
  return { payment, confirmed, problem, events, settlementSchedule, paidLater }
}
