import { type List, toList } from '@/lib/contract/list'
import type { ListPayments, Payment } from '@/lib/contract/payment'
import type { ServiceContext } from '@/lib/service/context'
import { type KeysetList, keysetPage } from '@/lib/service/lists/keyset-query'
import { type PaymentRow, paymentColumns, renderPayment } from './payment-row'

const list: KeysetList = {
  name: 'list-payments',
  columns: paymentColumns,
  tables: 'service.payment p',
  alias: 'p',
}

/** Returns a page of the account's payments (contract: GET /payments), by a parsed query. */
export async function listPayments(ctx: ServiceContext, query: ListPayments): Promise<List<Payment>> {
  const { status, payment_link_id, customer_id, ...page } = query
  const equals = { status, link_id: payment_link_id, customer_id }
  const statement = keysetPage(list, { ...page, accountId: ctx.accountId, equals })
  const { rows } = await ctx.db.query<PaymentRow>(statement)
  const keyed = rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  return toList('payment', keyed, query.limit, ({ row }) => renderPayment(row, ctx.urls))
}
