import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { countTerms } from './count-terms.mjs'
import { ROOT } from './stamps.mjs'

const BASELINE = path.join(ROOT, 'scripts/terms-baseline.json')
const COUNTED = /\.(tsx?|mjs|md|sql|prisma)$/
/** The list of terms itself, and the migrations, which never change after they were applied. */
const EXEMPT = /^scripts\/count-terms\.|^prisma\/migrations\//

const write = process.argv.includes('--write')
/** @type {Record<string, number>} */
const baseline = fs.existsSync(BASELINE) ? JSON.parse(fs.readFileSync(BASELINE, 'utf8')) : {}
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const files = listed
  .split('\n')
  .filter((file) => COUNTED.test(file) && !EXEMPT.test(file) && fs.existsSync(path.join(ROOT, file)))

/** @type {Record<string, number>} */
const counts = {}
let risen = 0
for (const file of files.sort()) {
  const found = countTerms(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  if (found.length > 0) counts[file] = found.length
  const allowed = baseline[file] ?? 0
  if (write || found.length <= allowed) continue
  risen += 1
  const terms = [...new Set(found)].join(', ')
  console.log(`${file}: ${found.length} forbidden terms, at most ${allowed} allowed (${terms})`)
}
if (write) fs.writeFileSync(BASELINE, `${JSON.stringify(counts, null, 2)}\n`)
if (risen > 0) {
  console.log(
    'scripts/count-terms.mjs lists the term to use instead. `--write` records counts that have fallen.',
  )
  process.exitCode = 1
}
