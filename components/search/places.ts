/** A place or a verb of the palette, with other words by which it is found. */
export type Place = { key: string; label: string; also: string }

/** The places whose words begin with every word of the text; all of them for an empty text. */
export function matchingPlaces<P extends Place>(places: readonly P[], text: string): readonly P[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return text.trim() === '' ? places : []
  return places.filter((place) => {
    const words = wordsOf(`${place.label} ${place.also}`)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
