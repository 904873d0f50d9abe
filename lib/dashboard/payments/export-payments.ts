import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { auditedFilters, type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { payments as messages } from '@/lib/messages/payments'
import { paymentConditions } from './payment-conditions'
import { exportedPayment } from './shown-payment'

/** Yields the payments of a filtered list, newest first. They are one snapshot only in the context of a snapshot. */
export async function* paymentRows(ctx: ConnectionContext, query: PaymentFilter): AsyncGenerator<Payment[]> {
  const { listed } = await paymentConditions(ctx, query)
  const chunks = newestRows(({ after, ...page }) =>
    ctx.prisma.mirrorPayment.findMany({ ...page, where: { AND: [...listed, after] } }),
  )
  for await (const rows of chunks) yield rows.map((row) => exportedPayment(ctx, row))
}

/** Counts the payments of a filtered list, at most `take`. */
export async function countPaymentRows(
  ctx: ConnectionContext,
  query: PaymentFilter,
  take: number,
): Promise<number> {
  const { listed } = await paymentConditions(ctx, query)
  return ctx.prisma.mirrorPayment.count({ where: { AND: listed }, take })
}

/** Returns the columns of a file of payments, the same in every format. */
export function paymentColumns(timeZone: string): readonly FileColumn<Payment>[] {
  const names = messages.exported
  return [
    [names.id, ({ id }) => id],
    [names.created(timeZone), ({ created_at }) => ({ local: created_at })],
    [names.createdUtc, ({ created_at }) => ({ utc: created_at })],
    [names.status, ({ status }) => messages.status[status]],
    [names.amount, ({ amount, currency }) => ({ amount, currency })],
    [names.fee, ({ fee_amount: amount, currency }) => (amount ? { amount, currency } : '')],
    [names.currency, ({ currency }) => currency],
    [names.what, ({ payment_link, description }) => payment_link?.title ?? description ?? ''],
    [names.payer, ({ payer }) => payer.name],
    [names.email, ({ payer }) => payer.email],
    [names.brand, ({ card }) => card?.brand ?? ''],
    [names.last4, ({ card }) => card?.last4 ?? ''],
    [names.decline, ({ decline }) => decline?.code ?? ''],
    [names.authorization, ({ authorization_code }) => authorization_code ?? ''],
    [names.processor, ({ processor_reference }) => processor_reference ?? ''],
    [names.customer, ({ customer_id }) => customer_id ?? ''],
    [names.link, ({ payment_link }) => payment_link?.id ?? ''],
    [names.settlement, ({ settlement_id }) => settlement_id ?? ''],
    [names.refunded, ({ refunded_amount: amount, currency }) => (amount ? { amount, currency } : '')],
  ]
}

/** Returns the filters under the names that audit entries use. */
export function auditedPaymentFilters(ctx: ConnectionContext, filter: PaymentFilter) {
  const { link, customer, settlement, min, max, ...rest } = filter
  const named = {
    link_id: link,
    customer_id: customer,
    settlement_id: settlement,
    amount_min: min,
    amount_max: max,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...auditedFilters(ctx, rest) }
}
