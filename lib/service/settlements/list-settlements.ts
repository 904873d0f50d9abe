import { type List, toList } from '@/lib/contract/list'
import type { ListSettlements, Settlement } from '@/lib/contract/settlement'
import type { ServiceContext } from '@/lib/service/context'
import { type KeysetList, keysetPage } from '@/lib/service/lists/keyset-query'
import { renderSettlement, type SettlementRow, settlementColumns } from './settlement-row'

const list: KeysetList = {
  name: 'list-settlements',
  columns: settlementColumns,
  tables: 'service.settlement s',
  alias: 's',
}

/** Returns a page of the account's settlements (contract: GET /settlements), by a parsed query. */
export async function listSettlements(
  ctx: ServiceContext,
  { status, ...page }: ListSettlements,
): Promise<List<Settlement>> {
  const statement = keysetPage(list, { ...page, accountId: ctx.accountId, equals: { status } })
  const { rows } = await ctx.db.query<SettlementRow>(statement)
  const keyed = rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  return toList('settlement', keyed, page.limit, ({ row }) => renderSettlement(row))
}
