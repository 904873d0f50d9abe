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

/** Returns a text of at most `max` code points, a longer one with an ellipsis at its end. */
export function shorten(text: string, max: number): string {
  const points = [...text]
  if (points.length <= max) return text
  return `${points
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
