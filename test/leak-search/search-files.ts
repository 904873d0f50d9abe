import * as fs from 'node:fs'
import path from 'node:path'
import { distinctFinds, type Find } from './find'
import { kindsIn, type Needle } from './needles'

/** What the start tells the person at the terminal, by design, in test mode alone. */
const BANNER = /^ {2}Demo (login|key): /
/** Written for the operator's eyes, mode 600; and the database's own pages, which are searched as rows. */
const KEPT_FOR_OPERATOR = ['demo.json', 'secrets.json', 'postgres/postgres.json']
const DATABASE_PAGES = 'postgres/data'

export interface SearchedFiles {
  finds: Find[]
  files: number
}

/** Searches a log or any other text, line by line; a find names the line. */
export function searchLines(name: string, text: string, needles: readonly Needle[]): Find[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      BANNER.test(line)
        ? []
        : kindsIn(line, needles).map((what) => ({ where: `${name} line ${index + 1}`, what })),
    )
}

/** Every file that a deployment left in its data folder, but those that are there to hold its secrets. */
export function searchDataFolder(dataDir: string, needles: readonly Needle[]): SearchedFiles {
  const finds: Find[] = []
  let files = 0
  for (const entry of fs.readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(dataDir, file)
    if (!entry.isFile() || KEPT_FOR_OPERATOR.includes(name) || name.startsWith(`${DATABASE_PAGES}/`)) continue
    files += 1
    finds.push(...searchLines(name, fs.readFileSync(file, 'latin1'), needles))
  }
  return { finds: distinctFinds(finds), files }
}
