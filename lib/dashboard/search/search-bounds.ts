import { literally } from '@/lib/dashboard/reads/search-kind'

/** Per noun: few enough that the next noun is in sight below; the list has the others. */
export const FOUND_MAX = 4
/** Nobody reads a larger number here, and counting it takes time. */
export const COUNTED_MAX = 1_000
/** From here on the start of an id is one person's paste, not chance. */
const ID_START_MIN = 6

/** Rows whose id begins with the text, as an alternative; none for a text that is not the start of an id. */
export function idStart(text: string) {
  return isIdStart(text) ? [{ id: { startsWith: literally(text) } }] : []
}

/** Returns whether a text is the start of an id. */
export function isIdStart(text: string): boolean {
  return text.length >= ID_START_MIN && /^[a-z]{2,8}_[A-Za-z0-9]+$/.test(text)
}
