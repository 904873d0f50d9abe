import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  customerName,
  type ObjectSource,
  originatingCharge,
  readObject,
} from '@/lib/dashboard/reads/read-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { settlementNames } from '@/lib/dashboard/settlements/settlement-names'
import { transferTimes } from '@/lib/dashboard/settlements/transfer-times'
import { findPaidLater } from './find-paid-later'
import { listReceipts } from './list-receipts'
import { maskedEvent } from './masked-event'
import { shownPayment, wholePayment } from './shown-payment'

/**
 * Returns one payment as a role sees it, with its received webhooks, read `from` the host (which confirms it) or from the
 * mirror. Throws as `readObject` does.
 */
export async function getPayment(
  ctx: ConnectionContext,
  id: string,
  { role, from = 'host' }: { role: MemberRole; from?: ObjectSource },
): Promise<PaymentDetail> {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'payments', id, from }, read)
  const payment = shownPayment(row, role)
  const { settlement_id: settlementId, customer_id: customerId } = payment
  const [events, paidLater, names, times, name, chargeId, receipts] = await Promise.all([
    receivedEvents(ctx, id),
    findPaidLater(ctx, wholePayment(row)),
    settlementNames(ctx, settlementId === null ? [] : [settlementId]),
    transferTimes(ctx),
    customerName(ctx, customerId),
    originatingCharge(ctx, { paymentId: id }),
    listReceipts(ctx, id, role),
  ])
  return {
    payment,
    confirmed,
    problem,
    events: payment.masked ? events.map(maskedEvent) : events,
    paidLater,
    settlementSchedule: ctx.account.settlement_schedule ?? null,
    settlement: (settlementId !== null && names.get(settlementId)) || null,
    transferTimes: times,
    customerName: name,
    chargeId,
    receipts,
  }
}
