/** Returns prose with typographic apostrophes and quotation marks. Not for code. */
export function typeset(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])'|^'(?=s\b)/gu, '’').replace(/"([^"]+)"/g, '“$1”')
}
