import type { ConnectionContext } from '@/lib/dashboard/context'
import { codePoints } from '@/lib/domain/text'

/** Rows of a mirror that are searched in their own order: an account that has no more needs no index. */
const NEWEST_ROWS = 1_000
/** Rows among those with which a text counts as common: a page of it is found in the list's order. */
const COMMON_ROWS = 20
/** The rows' query names each to the database. */
const IDS_MAX = 2_000
/** Shorter words have to be typed right: with a mistake, too many others resemble them. */
const NEAR_LENGTH_MIN = 5
const NEAR_MAX = 20

/** Texts that are searched: the folded ones of a noun's rows, the digits of customers' phones, and links' references without their titles. */
export type Searched = 'payments' | 'customers' | 'phones' | 'links' | 'references'

export interface Holding {
  /** All rows that hold the fragments; null where they are too many, or the account has few rows. */
  ids: string[] | null
  /** Creation of the COMMON_ROWS-th newest of too many. */
  since: Date | null
}

/** Finds the rows whose text holds every fragment. */
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

/**
 * Returns the rows, at most NEAR_MAX, that hold the fragments with one mistake in one of them, such as `gonzales` for
 * `gonzalez`; none if a row holds them as they are. Fragments without a letter have to be right.
 */
export async function rowsNear(
  { db }: Pick<ConnectionContext, 'db'>,
  searched: Extract<Searched, 'payments' | 'customers' | 'links'>,
  fragments: readonly string[],
): Promise<string[]> {
  const mayBeWrong = (fragment: string) => /\p{L}/u.test(fragment) && codePoints(fragment) >= NEAR_LENGTH_MIN
  if (!fragments.some(mayBeWrong)) return []
  const { rows } = await db.query<{ ids: string[] }>({
    name: 'search-near',
    text: 'SELECT dashboard.search_near($1, $2, $3, $4) AS ids',
    values: [searched, fragments, NEAR_LENGTH_MIN, NEAR_MAX],
  })
  return rows[0]?.ids ?? []
}

/** A search text as alternatives that each find a row. */
export interface Matches<Condition> {
  anyOf: Condition[]
  /** Rows created then or later hold more matches than the palette shows; null where that is not known. */
  since: Date | null
}

/** One word of a search, with what else it may be found by. */
export interface SearchedWord<Other> {
  word: string
  others: Other[]
}

/**
 * Returns the condition of the rows that hold every word or what else it stands for. If no row holds the words, those
 * that resemble them; not for a role from which contacts are hidden, for a mistake could guess at them.
 */
export async function holdingAll<Written, Other>(
  ctx: Pick<ConnectionContext, 'db' | 'seesContacts'>,
  searched: Extract<Searched, 'payments' | 'customers' | 'links'>,
  terms: readonly SearchedWord<Other>[],
  written: (word: string) => Written,
) {
  const texts = terms.map(({ word }) => word)
  const { ids, since } = await rowsHolding(ctx, searched, texts)
  const each = terms.map(({ word, others }) => ({ OR: [written(word), ...others] }))
  // A row that holds not every word is one of what another word stands for, which an index finds.
  const others = terms.flatMap((term) => term.others)
  const exact = { AND: [...each, ...(ids ? [{ OR: [{ id: { in: ids } }, ...others] }] : [])] }
  const mayResemble = ctx.seesContacts !== false && since === null && (ids === null || ids.length === 0)
  const near = mayResemble ? await rowsNear(ctx, searched, texts) : []
  return { condition: near.length > 0 ? { OR: [exact, { id: { in: near } }] } : exact, since }
}

/** Returns the condition of one of the rows, as one of several; none where they are not known. */
export function among(ids: string[] | null) {
  return ids ? [{ id: { in: ids } }] : []
}
