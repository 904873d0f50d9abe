import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  auditedDays,
  CHUNK_ROWS,
  type CsvColumn,
  csvExport,
  withoutSearch,
} from '@/lib/dashboard/reads/csv-export'
import { afterCursor, newestFirst } from '@/lib/dashboard/reads/keyset'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { payments as messages } from '@/lib/messages/payments'
import type { Prisma } from '@/lib/platform/prisma/client'
import { paymentConditions } from './payment-conditions'
import { exportedPayment } from './shown-payment'

/**
 * Yields every payment of a filtered list as CSV, newest first, as one snapshot, chunk by chunk. Dates are in the
 * account's time zone and in UTC, amounts are exact decimals; no cell is ever a formula. The audit entry contains the
 * member, the filter and the number of rows.
 */
export function exportPayments(ctx: ConnectionContext, query: PaymentFilter): AsyncGenerator<string> {
  return csvExport(ctx, {
    action: 'payments.export',
    filters: auditedPaymentFilters(ctx, query),
    columns: paymentColumns(ctx.account.timezone),
    chunks: ctx.snapshot((moment) => paymentChunks(moment, query)),
  })
}

/** Yields the payments of a filtered list, newest first. They are one snapshot only in the context of a snapshot. */
export async function* paymentChunks(
  ctx: ConnectionContext,
  query: PaymentFilter,
): AsyncGenerator<Payment[]> {
  const { listed } = await paymentConditions(ctx, query)
  let after: Prisma.MirrorPaymentWhereInput[] = []
  for (;;) {
    const rows = await ctx.prisma.mirrorPayment.findMany({
      where: { AND: [...listed, ...after] },
      orderBy: newestFirst,
      take: CHUNK_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => exportedPayment(ctx, row))
    if (rows.length < CHUNK_ROWS) return
    after = [afterCursor({ resource: 'payment', createdAt: last.createdAt, id: last.id })]
  }
}

/** Returns the columns of a file of payments, the same in every format. */
export function paymentColumns(timeZone: string): readonly CsvColumn<Payment>[] {
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
  ]
}

/** Returns the filters under the names that audit entries use. */
export function auditedPaymentFilters(ctx: ConnectionContext, filter: PaymentFilter) {
  const { cursor: _, period: __, from: ___, to: ____, link, customer, settlement, min, max, ...rest } = filter
  const named = {
    link_id: link,
    customer_id: customer,
    settlement_id: settlement,
    amount_min: min,
    amount_max: max,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...withoutSearch(rest), ...Object.fromEntries(given), ...auditedDays(ctx, filter) }
}
