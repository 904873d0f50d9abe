import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { countTerms } from './forbidden-terms.mjs'
import { ROOT } from './stamps.mjs'

const COUNTED = /\.(tsx?|mjs|md|sql|prisma)$/
/** The list of the terms, and the migrations, whose text never changes once they were applied. */
const EXEMPT = /^scripts\/forbidden-terms\.|^prisma\/migrations\//

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
for (const file of listed.split('\n').toSorted()) {
  if (!COUNTED.test(file) || EXEMPT.test(file) || !fs.existsSync(path.join(ROOT, file))) continue
  const found = countTerms(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  if (found.length === 0) continue
  process.exitCode = 1
  console.log(`${file}: ${[...new Set(found)].join(', ')}`)
}
if (process.exitCode === 1) console.log('scripts/forbidden-terms.mjs lists the term to use instead.')
