/** A screen or an action of the palette, with other terms by which it is found. */
export type PaletteEntry = {
  key: string
  label: string
  also: string
  /** Terms of which one must be typed. Entries of a large group are hidden without it. */
  needs?: string
}

/** Returns the entries with a term for each term of the text, matches of the label first; for an empty text all without `needs`. */
export function matchingEntries<P extends PaletteEntry>(entries: readonly P[], text: string): readonly P[] {
  const wanted = split(text)
  if (wanted.length === 0) return text.trim() === '' ? entries.filter(({ needs }) => needs === undefined) : []
  const asked = entries.filter(({ needs }) => needs === undefined || isAsked(termsOf(needs), wanted))
  const named = asked.filter(({ label }) => begins(termsOf(label), wanted))
  const others = asked.filter((entry) => !named.includes(entry))
  return [...named, ...others.filter(({ label, also }) => begins(termsOf(`${label} ${also}`), wanted))]
}

function begins(terms: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => terms.some((term) => term.startsWith(start)))
}

function isAsked(terms: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((start) => terms.some((term) => term.startsWith(start)))
}

/** Cache of the terms of labels, which are the same for each typed key. */
const known = new Map<string, readonly string[]>()

function termsOf(label: string): readonly string[] {
  const terms = known.get(label) ?? split(label)
  known.set(label, terms)
  return terms
}

function split(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
