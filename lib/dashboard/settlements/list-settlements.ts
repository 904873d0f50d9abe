import type { ConnectionContext } from '@/lib/dashboard/context'
import { byCreation, PAGE_SIZE, readPage } from '@/lib/dashboard/reads/keyset'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { searchedText, searchKind } from '@/lib/dashboard/reads/search-text'
import type { SettlementFilter, SettlementsPage } from '@/lib/dashboard/schema/settlement'
import { settlementConditions } from './settlement-conditions'
import { quickSettlementTotals } from './settlement-totals'
import { shownSettlement } from './shown-settlement'

/** Returns one page of the mirrored settlements, newest first, with the totals that are quick to compute. */
export async function listSettlements(
  ctx: ConnectionContext,
  query: SettlementFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<SettlementsPage> {
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['settlements'])
  const { listed } = settlementConditions(ctx, query)
  const [{ shown, ...page }, totals] = await Promise.all([
    readPage('settlement', { cursor: query.cursor, limit, listed, order: byCreation }, (args) =>
      ctx.prisma.mirrorSettlement.findMany(args),
    ),
    quickSettlementTotals(ctx, query),
  ])
  return {
    data: shown.map(shownSettlement),
    ...page,
    totals,
    search: query.q === undefined ? null : { as: searchKind(searchedText(query.q)) },
  }
}
