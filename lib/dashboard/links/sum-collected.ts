import type { ConnectionContext } from '@/lib/dashboard/context'
import { lastSegment, literally } from '@/lib/dashboard/reads/search-kind'
import { searchTerms } from '@/lib/dashboard/reads/search-terms'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import { expiringUntil } from './expiring-soon'
import type { ListLinks } from './list-links'

/**
 * What the links of a list collected together, minor units of the account's currency: each payment of a link is of the
 * link's own amount (contract: payment link), and the host counts them. The list's own filters, in SQL because Prisma
 * sums no product.
 */
export async function sumCollected(ctx: ConnectionContext, query: ListLinks, now: Date): Promise<bigint> {
  const { status, expiring, created_after, created_before } = query
  const { currency } = ctx.account
  const isSearch = query.q !== undefined
  const q = lastSegment(query.q ?? '')
  const terms = isSearch ? searchTerms(q, currency) : []
  // Each term in a place of its own: an array of arrays would have to be taken apart for every row.
  const words = terms.map(
    (_, at) => `(search_text LIKE $${11 + 2 * at} OR amount_minor = ANY ($${12 + 2 * at}::bigint[]))`,
  )
  const { rows } = await ctx.db.query<{ collected: string }>({
    name: `sum-collected-${terms.length}`,
    text: `SELECT coalesce(sum(amount_minor * paid_count), 0)::text AS collected FROM dashboard.mirror_link
      WHERE connection_id = $1 AND currency = $2
        AND ($3::text IS NULL OR id = $3 OR amount_minor = ANY ($4::bigint[]) OR (${words.join(' AND ') || 'false'}))
        AND ($5::timestamptz IS NULL OR created_at >= $5) AND ($6::timestamptz IS NULL OR created_at < $6)
        AND ($7::text IS NULL OR status = $7)
        AND ($8::boolean IS NULL OR coalesce(expires_at <= $9, false) = $8)
        AND ($10::timestamptz IS NULL OR (status = 'ACTIVE' AND expires_at > $9 AND expires_at <= $10))`,
    values: [
      ctx.connectionId,
      currency,
      isSearch ? q : null,
      typedAmounts(q, currency),
      isSearch ? null : (created_after ?? null),
      isSearch ? null : (created_before ?? null),
      status === 'EXPIRED' ? 'ACTIVE' : (status ?? null),
      status === 'EXPIRED' ? true : status === 'ACTIVE' ? false : null,
      now,
      expiring ? expiringUntil(now) : null,
      ...terms.flatMap(({ word, amounts }) => [`%${literally(word)}%`, amounts]),
    ],
  })
  return BigInt(rows[0]?.collected ?? 0)
}
