import { searchWords } from '@/lib/contract/search-words'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { literally } from '@/lib/dashboard/reads/search-kind'
import { expiringUntil } from './expiring-soon'
import type { ListLinks } from './list-links'

/**
 * What the links of a list collected together, minor units of the account's currency: each payment of a link is of the
 * link's own amount (contract: payment link), and the host counts them. The list's own filters, in SQL because Prisma
 * sums no product.
 */
export async function sumCollected(ctx: ConnectionContext, query: ListLinks, now: Date): Promise<bigint> {
  const { q, status, expiring, created_after, created_before } = query
  const isSearch = q !== undefined
  const { rows } = await ctx.db.query<{ collected: string }>({
    name: 'sum-collected',
    text: `SELECT coalesce(sum(amount_minor * paid_count), 0)::text AS collected FROM dashboard.mirror_link
      WHERE connection_id = $1 AND currency = $2
        AND ($3::text IS NULL OR id = $3 OR search_text LIKE ALL ($4::text[]))
        AND ($5::timestamptz IS NULL OR created_at >= $5) AND ($6::timestamptz IS NULL OR created_at < $6)
        AND ($7::text IS NULL OR status = $7)
        AND ($8::boolean IS NULL OR coalesce(expires_at <= $9, false) = $8)
        AND ($10::timestamptz IS NULL OR (status = 'ACTIVE' AND expires_at > $9 AND expires_at <= $10))`,
    values: [
      ctx.connectionId,
      ctx.account.currency,
      q ?? null,
      isSearch ? searchWords(q).map((word) => `%${literally(word)}%`) : null,
      isSearch ? null : (created_after ?? null),
      isSearch ? null : (created_before ?? null),
      status === 'EXPIRED' ? 'ACTIVE' : (status ?? null),
      status === 'EXPIRED' ? true : status === 'ACTIVE' ? false : null,
      now,
      expiring ? expiringUntil(now) : null,
    ],
  })
  return BigInt(rows[0]?.collected ?? 0)
}
