import type { ConnectionContext } from '@/lib/dashboard/context'
import { literally } from '@/lib/dashboard/reads/search-kind'

/** Newest first. The payments' query names each by its id to the database; a word of more references tells none apart. */
const LINKS_PER_WORD_MAX = 2_000

/**
 * The links whose references hold a word of `searchWords`, by that word, as ids. Those whose titles hold it are left out:
 * a payment keeps its link's title among its own words. The title is the first line of `search_text`.
 */
export async function referencedLinks(
  ctx: ConnectionContext,
  words: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await ctx.db.query<{ word: string; ids: string[] }>({
    name: 'referenced-links',
    text: `SELECT asked.word, array_agg(found.id) AS ids
      FROM unnest($2::text[], $3::text[]) AS asked (word, pattern)
      CROSS JOIN LATERAL (
        SELECT id FROM dashboard.mirror_link
        WHERE connection_id = $1 AND search_text LIKE asked.pattern
          AND split_part(search_text, E'\\n', 1) NOT LIKE asked.pattern
        ORDER BY created_at DESC, id DESC LIMIT ${LINKS_PER_WORD_MAX}
      ) AS found
      GROUP BY asked.word`,
    values: [
      ctx.connectionId,
      [...new Set(words)],
      [...new Set(words)].map((word) => `%${literally(word)}%`),
    ],
  })
  return new Map(rows.map(({ word, ids }) => [word, ids]))
}
