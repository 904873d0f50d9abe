import * as fs from 'node:fs'
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const FOLDERS = ['app', 'components', 'lib', 'prisma', 'test', 'scripts', 'e2e']
/**
 * Fewest modules of a valid run: without a parser for TypeScript, dependency-cruiser skips every .ts file and finds no
 * violation.
 */
const MODULES_MIN = 500

/** Folders whose rooms form no circle, tests aside: a reader needs a place to begin. */
const FLOORS = ['components', 'lib/service', 'lib/dashboard', 'lib/platform', 'lib/contract', 'lib/domain']
/** Faces of nouns, which other nouns show: a payment names its customer, a customer's page lists payments. */
const FACES = '^components/[^/]+/face\\.tsx$'
/** Shapes of nouns, which import no verb. */
const SHAPES = '^lib/dashboard/[^/]+/shape\\.ts$'

const { forbidden, options } = config
/** @type {import('dependency-cruiser').IForbiddenRuleType} */
const circle = {
  name: 'circle-of-rooms',
  comment: 'rooms form no circle',
  severity: 'error',
  scope: 'folder',
  // A noun's own folders are no rooms.
  from: { pathNot: '^components/[^/]+/' },
  to: { circular: true },
}
// A list, because a glob would read the whole tree, including node_modules and running databases.
const sources = fs.readdirSync('.').filter((name) => FOLDERS.includes(name) || name.endsWith('.ts'))
const all = await check(sources, options, forbidden)
const circles = await Promise.all(FLOORS.filter((floor) => fs.existsSync(floor)).map(circlesOf))

const reasons = new Map([...forbidden, circle].map(({ name, comment }) => [name, comment]))
const violations = [all, ...circles].flatMap(({ summary }) => summary.violations)
for (const { from, to, cycle, rule } of violations) {
  const target = cycle ? cycle.map(({ name }) => name).join(', which imports ') : to
  console.log(`${from} imports ${target}: ${reasons.get(rule.name)}`)
}
const read = all.modules.filter(({ source }) => /^(?!node_modules\/).+\.tsx?$/.test(source)).length
if (read < MODULES_MIN)
  console.log(`Only ${read} TypeScript modules were read: is there a parser, @swc/core?`)
if (violations.length > 0 || read < MODULES_MIN) process.exitCode = 1

/**
 * @param {string[]} roots
 * @param {import('dependency-cruiser').ICruiseOptions} settings
 * @param {import('dependency-cruiser').IForbiddenRuleType[]} rules
 */
async function check(roots, settings, rules) {
  const { output } = await cruise(roots, { ...settings, ruleSet: { forbidden: rules }, validate: true })
  if (typeof output === 'string') throw new Error(output)
  return output
}

/** @param {string} floor */
function circlesOf(floor) {
  const exclude = { path: ['\\.test\\.tsx?$', FACES, SHAPES, options.exclude.path] }
  return check([floor], { ...options, includeOnly: { path: `^${floor}/` }, exclude, metrics: true }, [circle])
}
