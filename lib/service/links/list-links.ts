import { type List, toList } from '@/lib/contract/list'
import type { ListPaymentLinks, PaymentLink } from '@/lib/contract/payment-link'
import type { ServiceContext } from '@/lib/service/context'
import { type KeysetList, keysetPage } from '@/lib/service/lists/keyset-query'
import { type LinkRow, linkColumns, renderLink } from './link-row'

const list: KeysetList = {
  name: 'list-links',
  columns: linkColumns,
  tables: 'service.payment_link l',
  alias: 'l',
}

/** Returns a page of the account's links (contract: GET /payment_links), by a parsed query. */
export async function listLinks(ctx: ServiceContext, query: ListPaymentLinks): Promise<List<PaymentLink>> {
  const { status, ...page } = query
  const statement = keysetPage(list, { ...page, accountId: ctx.accountId, equals: { status } })
  const { rows } = await ctx.db.query<LinkRow>(statement)
  const keyed = rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  return toList('payment_link', keyed, query.limit, ({ row }) => renderLink(row, ctx.urls))
}
