import type { ConnectionContext } from '@/lib/dashboard/context'
import { type Enough, type Matches, matchingAll } from '@/lib/dashboard/reads/search-mirror'
import { hasWord, ofAmount, searchTerms, typedAmounts } from '@/lib/dashboard/reads/search-text'
import type { Prisma } from '@/lib/platform/prisma/client'

/**
 * Returns a search text as alternatives that each find a link: every term in its title and references or as its amount,
 * its id (a reference may look like one), or an amount. `linksByStatus` has the same conditions in SQL.
 */
export async function linkMatches(
  ctx: ConnectionContext,
  text: string,
  { newest }: Enough = {},
): Promise<Matches<Prisma.MirrorLinkWhereInput>> {
  const { currency } = ctx.account
  const terms = searchTerms(text, currency).map(({ word, amounts }) => ({
    word,
    others: ofAmount(amounts, currency),
  }))
  const { condition, ...rest } = await matchingAll(ctx, 'links', terms, { written: hasWord, newest })
  return { anyOf: [condition, { id: text }, ...ofAmount(typedAmounts(text, currency), currency)], ...rest }
}
