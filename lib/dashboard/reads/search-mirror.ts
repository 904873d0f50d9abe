import type { ConnectionContext } from '@/lib/dashboard/context'
import { codePoints } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { searchedText, searchKind } from './search-text'

/** Rows of a mirror that are searched in their own order: a smaller account needs no index. */
const NEWEST_ROWS = 1_000
/** Matches among those rows from which a text counts as common: one page of them is found in the list's order. */
const COMMON_ROWS = 20
/** Most ids that the rows' query passes to the database. */
const IDS_MAX = 2_000
/** Shortest term that may have a mistake: shorter ones would resemble too many others. */
const NEAR_LENGTH_MIN = 5
const NEAR_MAX = 20
/** Most rows that are compared with each possible mistake, by the estimate of the index. */
const NEAR_CANDIDATES_MAX = 20_000

/**
 * Searched texts: the folded ones of a noun's rows, the digits of customers' phones, and links' references without their
 * titles.
 */
export type Searched = 'payments' | 'customers' | 'phones' | 'links' | 'references'

export interface FoundRows {
  /** All rows that contain the fragments, newest first; null if they are too many, or the account has few rows. */
  ids: string[] | null
  /** Creation time of the COMMON_ROWS-th newest match, if there are too many. */
  since: Date | null
}

/** Finds the rows whose text contains every fragment. */
export async function rowsContaining(
  { db }: Pick<ConnectionContext, 'db'>,
  searched: Searched,
  fragments: readonly string[],
): Promise<FoundRows> {
  const { rows } = await db.query<FoundRows>(sql`
    SELECT ids, since FROM dashboard.search_mirror(${searched}, ${fragments}, ${NEWEST_ROWS}, ${COMMON_ROWS},
      ${IDS_MAX})`)
  return rows[0] ?? { ids: null, since: null }
}

/**
 * Returns the rows, at most NEAR_MAX, that contain the fragments with one mistake in one of them, such as `gonzales` for
 * `gonzalez`; none if a row contains them exactly. Digits and e-mails must match exactly. A role with masked contacts
 * gets none, because a mistake could guess them.
 */
export async function similarRows(
  { db, seesContacts }: Pick<ConnectionContext, 'seesContacts'> & { db: Queryable },
  searched: Extract<Searched, 'payments' | 'customers' | 'links'>,
  fragments: readonly string[],
): Promise<string[]> {
  if (seesContacts === false || !fragments.some((fragment) => codePoints(fragment) >= NEAR_LENGTH_MIN))
    return []
  const { rows } = await db.query<{ ids: string[] }>(sql`
    SELECT dashboard.search_near(${searched}, ${fragments}, ${NEAR_LENGTH_MIN}, ${NEAR_CANDIDATES_MAX},
      ${NEAR_MAX}) AS ids`)
  return rows[0]?.ids ?? []
}

/** Search text as alternatives that each find a row. */
export interface Matches<Condition> {
  anyOf: Condition[]
  /** Time since which more matches were created than the palette shows; null if unknown. */
  since: Date | null
  /** Ids of the rows that only resemble the text; they match because no row contains it. */
  near: string[]
}

/** Number of the newest rows that are enough; without it, all rows that contain the text match. */
export interface Enough {
  newest?: number
}

/** Returns whether each of some found rows only resembles the text. */
export function onlyResemble(rows: readonly { id: string }[], near: readonly string[]): boolean {
  return rows.length > 0 && rows.every(({ id }) => near.includes(id))
}

/** Returns what a page says about its search; null without one. */
export function searchResult(
  q: string | undefined,
  rows: readonly { id: string }[],
  near: readonly string[],
) {
  return q === undefined ? null : { as: searchKind(searchedText(q)), near: onlyResemble(rows, near) }
}

/** One term of a search, with its other possible matches. */
export interface SearchedTerm<Other> {
  word: string
  others: Other[]
}

/**
 * Returns the condition of the rows that contain every term, as `written` finds it, or one of its other matches. If no
 * row contains the terms, similar rows match, unless a term has other matches.
 */
export async function matchingAll<Written, Other>(
  ctx: Pick<ConnectionContext, 'db' | 'seesContacts'>,
  searched: Extract<Searched, 'payments' | 'customers' | 'links'>,
  terms: readonly SearchedTerm<Other>[],
  { written, newest }: { written: (word: string) => Written } & Enough,
) {
  const texts = terms.map(({ word }) => word)
  const { ids, since } = await rowsContaining(ctx, searched, texts)
  const withIds = newestOf(ids, newest)
  const each = terms.map(({ word, others }) => ({ OR: [written(word), ...others] }))
  // A row that does not contain every term is one of the other matches of some term, which an index finds.
  const others = terms.flatMap((term) => term.others)
  const exact = { AND: [...each, ...(ids ? [{ OR: [...withIds, ...others] }] : [])] }
  const mayResemble = since === null && others.length === 0 && (ids === null || ids.length === 0)
  const near = mayResemble ? await similarRows(ctx, searched, texts) : []
  const condition = near.length > 0 ? { OR: [exact, { id: { in: near } }] } : exact
  return { condition, since, near }
}

/** Returns the condition of the `newest` of some rows, as an alternative; none if their ids are unknown. */
export function newestOf(ids: FoundRows['ids'], newest = IDS_MAX) {
  return ids ? [{ id: { in: ids.slice(0, newest) } }] : []
}
