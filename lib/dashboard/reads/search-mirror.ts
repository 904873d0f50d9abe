import type { ConnectionContext } from '@/lib/dashboard/context'

/** Rows of a mirror that are searched in their own order: a smaller account needs no index. */
const NEWEST_ROWS = 1_000
/** Matches among those rows from which a text counts as common: one page of them is found in the list's order. */
const COMMON_ROWS = 20
/** Most ids that the rows' query passes to the database. */
const IDS_MAX = 2_000

/**
 * Searched texts: the folded ones of a noun's rows, the digits of customers' phones, and links' references without their
 * titles.
 */
export type Searched = 'payments' | 'customers' | 'phones' | 'links' | 'references'

export interface Holding {
  /** All rows that contain the fragments; null if they are too many, or the account has few rows. */
  ids: string[] | null
  /** Creation time of the COMMON_ROWS-th newest match, if there are too many. */
  since: Date | null
}

/** Finds the rows whose text contains every fragment. */
export async function rowsHolding(
  { db }: Pick<ConnectionContext, 'db'>,
  searched: Searched,
  fragments: readonly string[],
): Promise<Holding> {
  const { rows } = await db.query<Holding>({
    name: 'search-mirror',
    text: 'SELECT ids, since FROM dashboard.search_mirror($1, $2, $3, $4, $5)',
    values: [searched, fragments, NEWEST_ROWS, COMMON_ROWS, IDS_MAX],
  })
  return rows[0] ?? { ids: null, since: null }
}

/** Search text as alternatives that each find a row. */
export interface Matches<Condition> {
  anyOf: Condition[]
  /** Time since which more matches were created than the palette shows; null if unknown. */
  since: Date | null
}

/** One term of a search, with its other possible matches. */
export interface SearchedWord<Other> {
  word: string
  others: Other[]
}

/** Returns the condition of the rows that contain every term or one of its other matches. */
export async function holdingAll<Written, Other>(
  ctx: Pick<ConnectionContext, 'db'>,
  searched: Searched,
  terms: readonly SearchedWord<Other>[],
  written: (word: string) => Written,
) {
  const texts = terms.map(({ word }) => word)
  const { ids, since } = await rowsHolding(ctx, searched, texts)
  const each = terms.map(({ word, others }) => ({ OR: [written(word), ...others] }))
  // A row that does not contain every term is one of the other matches of some term, which an index finds.
  const others = terms.flatMap((term) => term.others)
  return { condition: { AND: [...each, ...(ids ? [{ OR: [{ id: { in: ids } }, ...others] }] : [])] }, since }
}

/** Returns the condition of the rows with one of these ids, as an alternative; none if they are unknown. */
export function among(ids: string[] | null) {
  return ids ? [{ id: { in: ids } }] : []
}
