import * as fs from 'node:fs'
import path from 'node:path'
import { findViolations } from './source-rules.mjs'
import { ROOT } from './stamps.mjs'

const FOLDERS = ['app', 'components', 'lib', 'prisma', 'scripts', 'test', 'e2e']
const GENERATED = 'lib/platform/prisma/'

const inFolders = FOLDERS.filter((folder) => fs.existsSync(path.join(ROOT, folder))).flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
)
const files = [...fs.readdirSync(ROOT), ...inFolders].filter(
  (file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts') && !file.startsWith(GENERATED),
)

let count = 0
for (const file of files) {
  for (const { line, message } of findViolations(file, fs.readFileSync(path.join(ROOT, file), 'utf8'))) {
    console.log(`${file}:${line} ${message}`)
    count++
  }
}
for (const file of fs.readdirSync(ROOT).filter((name) => /\.(png|jpe?g|gif|webp|webm|pdf|zip)$/.test(name))) {
  console.log(
    `${file} lies in the root: a picture that is shown lives in docs/images, any other is left from work`,
  )
  count++
}
if (count > 0) {
  console.log(`${count} violations of the rules in scripts/source-rules.mjs.`)
  process.exitCode = 1
}
