/** A place or a verb of the palette, with other words by which it is found. */
export type Place = { key: string; label: string; also: string }

/** The places whose words begin with every word of the text, found by their own name first; all for an empty text. */
export function matchingPlaces<P extends Place>(places: readonly P[], text: string): readonly P[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return text.trim() === '' ? places : []
  const named = places.filter(({ label }) => begins(wordsOf(label), wanted))
  const others = places.filter((place) => !named.includes(place))
  return [...named, ...others.filter(({ label, also }) => begins(wordsOf(`${label} ${also}`), wanted))]
}

function begins(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => words.some((word) => word.startsWith(start)))
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
