import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  afterCursor,
  cutPage,
  newerCursor,
  newestFirst,
  oldestFirst,
  PAGE_SIZE,
  readCursor,
  readQuery,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { searchedText, searchKind } from '@/lib/dashboard/reads/search-text'
import type { QuerySource } from '@/lib/dashboard/schema/list'
import {
  type SettlementFilter,
  type SettlementsPage,
  settlementFilterSchema,
} from '@/lib/dashboard/schema/settlement'
import { settlementConditions } from './settlement-conditions'
import { quickSettlementTotals } from './settlement-totals'
import { shownSettlement } from './shown-settlement'

/** Parses a query of the settlements' list. Throws Refusal `invalid_parameters`. */
export function parseListSettlements(source: QuerySource): SettlementFilter {
  return readQuery(settlementFilterSchema, source)
}

/** Returns one page of the mirrored settlements, newest first, with the totals that are quick to compute. */
export async function listSettlements(
  ctx: ConnectionContext,
  query: SettlementFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<SettlementsPage> {
  const cursor = readCursor('settlement', query.cursor)
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['settlements'])
  const { listed } = settlementConditions(ctx, query)
  const { mirrorSettlement } = ctx.prisma
  const [rows, newer_cursor, totals] = await Promise.all([
    mirrorSettlement.findMany({
      where: { AND: cursor ? [...listed, afterCursor(cursor)] : listed },
      orderBy: newestFirst,
      take: limit + 1,
    }),
    newerCursor('settlement', { cursor, limit }, (from, skip) =>
      mirrorSettlement.findFirst({
        where: { AND: [...listed, upToCursor(from)] },
        orderBy: oldestFirst,
        skip,
      }),
    ),
    quickSettlementTotals(ctx, query),
  ])
  const { shown, ...page } = cutPage('settlement', rows, limit)
  return {
    data: shown.map(shownSettlement),
    ...page,
    newer_cursor,
    totals,
    search: query.q === undefined ? null : { as: searchKind(searchedText(query.q)) },
  }
}
