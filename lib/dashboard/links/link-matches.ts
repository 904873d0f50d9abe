import { hasTerm, ofAmount, searchTerms } from '@/lib/dashboard/reads/search-terms'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import type { Prisma } from '@/lib/platform/prisma/client'

/**
 * A search text as alternatives that each find a link: every word in its title and references or as its amount, its id
 * (a reference may be written like one), or an amount in `currency`. `linksByStatus` says the same in SQL.
 */
export function linkMatches(text: string, currency: string): Prisma.MirrorLinkWhereInput[] {
  return [
    { AND: searchTerms(text, currency).map((term) => hasTerm(term, currency)) },
    { id: text },
    ...ofAmount(typedAmounts(text, currency), currency),
  ]
}
