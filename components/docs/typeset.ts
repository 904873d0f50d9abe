/** Prose with the apostrophes and quotation marks of print. Code is none. */
export function typeset(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])'|^'(?=s\b)/gu, '’').replace(/"([^"]+)"/g, '“$1”')
}
