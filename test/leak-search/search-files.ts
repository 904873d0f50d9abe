import * as fs from 'node:fs'
import path from 'node:path'
import { distinctLeaks, type Leak } from './leak'
import { kindsIn, type Needle } from './needles'

/** Lines that the start prints on purpose, in test mode only. */
const BANNER = /^ {2}Demo (login|key): /
/** Files for the operator, mode 600; the database's own pages are searched as rows instead. */
const KEPT_FOR_OPERATOR = ['demo.json', 'secrets.json', 'postgres/postgres.json']
const DATABASE_PAGES = 'postgres/data'

export interface SearchedFiles {
  finds: Leak[]
  files: number
}

/** Searches a log or any other text, line by line; a find names the line. */
export function searchLines(name: string, text: string, needles: readonly Needle[]): Leak[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      BANNER.test(line)
        ? []
        : kindsIn(line, needles).map((what) => ({ where: `${name} line ${index + 1}`, what })),
    )
}

/** Searches every file in a deployment's data folder, except those that store its secrets. */
export function searchDataFolder(dataDir: string, needles: readonly Needle[]): SearchedFiles {
  const finds: Leak[] = []
  let files = 0
  for (const entry of fs.readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(dataDir, file)
    if (!entry.isFile() || KEPT_FOR_OPERATOR.includes(name) || name.startsWith(`${DATABASE_PAGES}/`)) continue
    files += 1
    finds.push(...searchLines(name, fs.readFileSync(file, 'latin1'), needles))
  }
  return { finds: distinctLeaks(finds), files }
}
