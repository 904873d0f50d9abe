import * as fs from 'node:fs'
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const FOLDERS = ['app', 'components', 'lib', 'prisma', 'test', 'scripts', 'e2e']
/**
 * Fewest modules of a valid run: without a parser for TypeScript, dependency-cruiser skips every .ts file and finds no
 * violation.
 */
const MODULES_MIN = 500

const { forbidden, options } = config
// A list, because a glob would read the whole tree, including node_modules and running databases.
const sources = fs.readdirSync('.').filter((name) => FOLDERS.includes(name) || name.endsWith('.ts'))
const { output } = await cruise(sources, { ...options, ruleSet: { forbidden }, validate: true })
if (typeof output === 'string') throw new Error(output)

const reasons = new Map(forbidden.map(({ name, comment }) => [name, comment]))
for (const { from, to, cycle, rule } of output.summary.violations) {
  const target = cycle ? cycle.map(({ name }) => name).join(', which imports ') : to
  console.log(`${from} imports ${target}: ${reasons.get(rule.name)}`)
}
const read = output.modules.filter(({ source }) => /^(?!node_modules\/).+\.tsx?$/.test(source)).length
if (read < MODULES_MIN)
  console.log(`Only ${read} TypeScript modules were read: is there a parser, @swc/core?`)
if (output.summary.violations.length > 0 || read < MODULES_MIN) process.exitCode = 1
