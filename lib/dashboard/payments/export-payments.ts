import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { auditedFilters, type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import type { Translate } from '@/lib/messages/translator'
import { type PaymentFilter, paymentConditions } from './payment-filter'
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
export async function countPaymentRows(ctx: ConnectionContext, query: PaymentFilter, take: number) {
  const { listed } = await paymentConditions(ctx, query)
  return ctx.prisma.mirrorPayment.count({ where: { AND: listed }, take })
}

/** Returns the columns of a file of payments, the same in every format. */
export function paymentColumns(timeZone: string, t: Translate): readonly FileColumn<Payment>[] {
  return [
    [t('payment-exports.id'), ({ id }) => id],
    [t('payment-exports.created', { zone: timeZone }), ({ created_at }) => ({ local: created_at })],
    [t('payment-exports.createdUtc'), ({ created_at }) => ({ utc: created_at })],
    [t('payment-exports.status'), ({ status }) => t(`payment-rows.status.${status}`)],
    [t('payment-exports.amount'), ({ amount, currency }) => ({ amount, currency })],
    [t('payment-exports.fee'), ({ fee_amount: amount, currency }) => (amount ? { amount, currency } : '')],
    [t('payment-exports.currency'), ({ currency }) => currency],
    [t('payment-exports.what'), ({ payment_link, description }) => payment_link?.title ?? description ?? ''],
    [t('payment-exports.payer'), ({ payer }) => payer.name],
    [t('payment-exports.email'), ({ payer }) => payer.email],
    [t('payment-exports.brand'), ({ card }) => card?.brand ?? ''],
    [t('payment-exports.last4'), ({ card }) => card?.last4 ?? ''],
    [t('payment-exports.decline'), ({ decline }) => decline?.code ?? ''],
    [t('payment-exports.authorization'), ({ authorization_code }) => authorization_code ?? ''],
    [t('payment-exports.processor'), ({ processor_reference }) => processor_reference ?? ''],
    [t('payment-exports.customer'), ({ customer_id }) => customer_id ?? ''],
    [t('payment-exports.link'), ({ payment_link }) => payment_link?.id ?? ''],
    [t('payment-exports.settlement'), ({ settlement_id }) => settlement_id ?? ''],
    [
      t('payment-exports.refunded'),
      ({ refunded_amount: amount, currency }) => (amount ? { amount, currency } : ''),
    ],
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
