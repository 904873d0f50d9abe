import { readFileSync } from 'node:fs'
import path from 'node:path'

const files = new Map<string, string>()

/** Returns a text that the build of the web has written into its folder; empty without one, as in development. */
export function buildFile(name: 'payer.css' | 'payer-sheet.txt' | 'screen-scripts.json'): string {
  const known = files.get(name)
  if (known !== undefined) return known
  const text = read(path.join(/* turbopackIgnore: true */ process.cwd(), '.next', name))
  files.set(name, text)
  return text
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
