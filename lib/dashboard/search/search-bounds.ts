import { literally } from '@/lib/dashboard/reads/search-kind'
import type { Matches } from '@/lib/dashboard/reads/search-mirror'

/** Matches per noun: few enough that the next noun is visible below; the list has the others. */
export const FOUND_MAX = 4
/**
 * Newest rows containing the text that are read and counted exactly; of customers with a part of a phone, those that are
 * ranked.
 */
export const NEWEST_MAX = 50
/** Limit of the count: a larger number is of no use here, and counting takes time. */
export const COUNTED_MAX = 1_000
/** Length from which the start of an id is a deliberate search, not a coincidence. */
const ID_START_MIN = 6
/** Length of the longest id. */
const ID_LENGTH_MAX = 64

/**
 * Returns the condition of rows whose id begins with the text, as an alternative; none for a text that is not the start
 * of an id.
 */
export function idStart(text: string) {
  return isIdStart(text) ? [{ id: startOf(text) }] : []
}

/** Returns the condition of a column that begins with the text, as bounds that an index serves in any collation. */
export function startOf(text: string) {
  return { startsWith: literally(text), gte: text, lte: `${text}${'z'.repeat(ID_LENGTH_MAX)}` }
}

/** Number of matches of a search, up to COUNTED_MAX. */
export interface Counted {
  count: number
  /** True if older rows may match as well. */
  isLowerBound: boolean
}

export const NO_MORE: Counted = { count: 0, isLowerBound: false }

/** Counts the matches by `all`, unless the search knows a lower bound. */
export async function countedBy(
  all: () => Promise<number>,
  { since, atLeast }: Pick<Matches<unknown>, 'since' | 'atLeast'>,
): Promise<Counted> {
  // Other meanings of the text may match as well.
  if (atLeast > 0) return { count: atLeast, isLowerBound: true }
  return { count: await all(), isLowerBound: since !== null }
}

/** Returns the condition of the rows among which the newest matches are. */
export function createdSince({ since }: { since: Date | null }) {
  return since ? { createdAt: { gte: since } } : {}
}

/** Returns whether a text is the start of an id. */
export function isIdStart(text: string): boolean {
  return text.length >= ID_START_MIN && /^[a-z]{2,8}_[A-Za-z0-9]+$/.test(text)
}
