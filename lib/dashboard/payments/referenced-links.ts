import type { ConnectionContext } from '@/lib/dashboard/context'
import { rowsContaining } from '@/lib/dashboard/reads/search-mirror'
import { literally } from '@/lib/dashboard/reads/search-text'

/**
 * Newest links of one term; the payments' query passes their ids to the database, and a term with more references is too
 * common.
 */
const LINKS_PER_WORD_MAX = 2_000

/**
 * Returns the ids of the links whose references contain a term of `splitSearch`, by that term. Links whose titles contain
 * it are omitted: a payment's own search text includes its link's title. The title is the first line of `search_text`.
 */
export async function referencedLinks(
  ctx: ConnectionContext,
  terms: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = await Promise.all(
    [...new Set(terms)].map(async (term) => [term, await linksReferenced(ctx, term)] as const),
  )
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

async function linksReferenced(ctx: ConnectionContext, word: string): Promise<string[]> {
  const { ids } = await rowsContaining(ctx, 'references', [word])
  if (ids?.length === 0) return []
  const { rows } = await ctx.db.query<{ id: string }>({
    name: `referenced-links${ids ? '-among' : ''}`,
    text: `SELECT id FROM dashboard.mirror_link
      WHERE connection_id = $1 AND search_text LIKE $2 AND split_part(search_text, E'\\n', 1) NOT LIKE $2
        ${ids ? 'AND id = ANY ($3::text[])' : ''}
      ORDER BY created_at DESC, id DESC LIMIT ${LINKS_PER_WORD_MAX}`,
    values: [ctx.connectionId, `%${literally(word)}%`, ...(ids ? [ids] : [])],
  })
  return rows.map(({ id }) => id)
}
