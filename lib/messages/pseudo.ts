const ACCENTED: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'ï', o: 'ö', u: 'ü', y: 'ÿ' }
/** Makes texts a third longer, as translations may be. */
const PADDING = ' öñé'

/** Returns a text of the pseudo-language: between brackets, accented and longer, with the same arguments. */
export function pseudoOf(text: string): string {
  let depth = 0
  const letters = Array.from(text, (letter) => {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0
    // The forms of a plural are two braces deep; names of arguments and of forms are one or three deep.
    return depth % 2 === 0 ? (ACCENTED[letter] ?? letter) : letter
  })
  return `⟦${letters.join('')}${PADDING.repeat(Math.ceil(text.length / 3 / PADDING.length))}⟧`
}
