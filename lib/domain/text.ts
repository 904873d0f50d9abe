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

const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
/** White space and format characters, except the tags that end the emoji of a flag. */
const EDGE = /(?![\u{E0020}-\u{E007F}])[\s\p{Cf}]/u
/** UTF-16 units beyond which a text is too long for every field. Composing a long run of marks takes quadratic time. */
const COMPOSED_MAX = 4_000

/** Returns a text as it is stored: trimmed, composed (NFC), and empty if none of it can be seen. */
export function normalizeText(text: string): string {
  if (!VISIBLE.test(text)) return isStorable(text) ? '' : text
  const points = [...text]
  const isKept = (point: string) => !EDGE.test(point)
  const kept = points.slice(points.findIndex(isKept), points.findLastIndex(isKept) + 1).join('')
  return kept.length > COMPOSED_MAX ? kept : kept.normalize('NFC')
}

/** Returns a text without control and format characters, which reorder or hide what is shown. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '')
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

const ID_HEAD = 10
const ID_TAIL = 6

/** Returns both ends of an id: the start shows its kind, the end distinguishes it. */
export function shortened(id: string): string {
  return id.length <= ID_HEAD + ID_TAIL + 1 ? id : `${id.slice(0, ID_HEAD)}…${id.slice(-ID_TAIL)}`
}
