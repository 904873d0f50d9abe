import { sha256 } from '@/lib/platform/secrets'

/** State of Brent's cycle detection: the hash of one earlier cursor of a list, and the number of cursors so far. */
export interface CursorMark {
  hash: string | null
  count: number
}

/** State before the first page. */
export const noMark: CursorMark = { hash: null, count: 0 }

/**
 * Returns the state after a list's next cursor, or null if the cursors form a cycle: it is detected within a few rounds,
 * however long.
 */
export function markCursor({ hash, count }: CursorMark, cursor: string): CursorMark | null {
  const next = sha256(cursor).toString('base64url')
  if (next === hash) return null
  // Powers of two: the marked cursor stays for as many pages as preceded it.
  return { hash: (count & (count + 1)) === 0 ? next : hash, count: count + 1 }
}
