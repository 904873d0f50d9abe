/** A place or a verb of the palette, with other words by which it is found. */
export type Place = {
  key: string
  label: string
  also: string
  /** Words one of which must be typed: a place of many like it, which would bury the others, is for who asks for it. */
  needs?: string
}

/** The places whose words begin with every word of the text, found by their own name first; for an empty text all that need none. */
export function matchingPlaces<P extends Place>(places: readonly P[], text: string): readonly P[] {
  const wanted = split(text)
  if (wanted.length === 0) return text.trim() === '' ? places.filter(({ needs }) => needs === undefined) : []
  const asked = places.filter(({ needs }) => needs === undefined || isAsked(wordsOf(needs), wanted))
  const named = asked.filter(({ label }) => begins(wordsOf(label), wanted))
  const others = asked.filter((place) => !named.includes(place))
  return [...named, ...others.filter(({ label, also }) => begins(wordsOf(`${label} ${also}`), wanted))]
}

function begins(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

function isAsked(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((start) => words.some((word) => word.startsWith(start)))
}

/** Of labels, which are few and the same for each key that is typed. */
const known = new Map<string, readonly string[]>()

function wordsOf(label: string): readonly string[] {
  const words = known.get(label) ?? split(label)
  known.set(label, words)
  return words
}

function split(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
