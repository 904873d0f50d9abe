/** Returns the number of Unicode code points, not UTF-16 units (decisions: strings). */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns whether text survives storage unchanged: Postgres refuses NUL, and UTF-8 cannot encode a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}
