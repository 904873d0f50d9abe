import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { badHabits } from './house-habits.mjs'
import { strayCopy } from './stray-copy.mjs'

/**
 * @typedef {{ files: RegExp, may: string[], why: string }} Wall which of our own folders the files may import from
 * @typedef {{ line: number, message: string }} Breach
 */

/** Everybody's; no noun, no query. */
const PLAIN = ['lib/ui/', 'lib/messages/', 'lib/contract/']
/** What a door may show and say, whichever side it stands on. */
const DOOR = [...PLAIN, 'components/', 'lib/platform/']

/**
 * The walls of the house, first match counts. A file may always import from its own folder.
 * @type {Wall[]}
 */
export const WALLS = [
  {
    files: /^components\/ui\//,
    may: ['components/ui/', 'lib/ui/', 'lib/contract/formatters'],
    why: 'primitives know no noun, router or query',
  },
  {
    files: /^components\//,
    may: ['components/', 'lib/dashboard/schema/', ...PLAIN],
    why: 'components show what they are given',
  },
  {
    files: /^app\/\(dashboard\)\/\[account\]\/\(panel\)\//,
    may: [...DOOR, 'lib/service/panel/', 'lib/dashboard/', 'app/(dashboard)/'],
    why: 'these screens reach the service through its panel alone',
  },
  {
    files: /^app\/\(checkout\)\//,
    may: [...DOOR, 'lib/service/', 'app/(checkout)/'],
    why: "payer's pages stand on the service's side",
  },
  {
    files: /^app\/docs\//,
    may: [...DOOR, 'lib/service/', 'app/docs/'],
    why: "the API's pages stand on the service's side",
  },
  {
    files: /^app\/(\(dashboard\)|\(auth\)|api)\//,
    may: [...DOOR, 'lib/dashboard/', 'app/(dashboard)/', 'app/(auth)/', 'app/api/'],
    why: 'the dashboard knows the service only through its API',
  },
  { files: /^proxy\.ts$/, may: [...PLAIN, 'lib/platform/'], why: 'it stands before both sides' },
  {
    files: /^app\//,
    may: [...DOOR, 'lib/dashboard/schema/', 'app/'],
    why: 'what frames both sides belongs to neither',
  },
  {
    files: /^lib\/contract\//,
    may: ['lib/contract/'],
    why: 'the contract runs in the browser and knows nobody',
  },
  {
    files: /^lib\/messages\//,
    may: ['lib/messages/', 'lib/contract/'],
    why: 'copy knows the contract alone',
  },
  { files: /^lib\/ui\//, may: ['lib/ui/'], why: 'it serves every component' },
  { files: /^lib\/platform\//, may: ['lib/platform/'], why: 'the platform knows no noun' },
  {
    files: /^lib\/service\//,
    may: ['lib/service/', 'lib/contract/', 'lib/platform/'],
    why: 'the two sides never import each other; they share the contract',
  },
  {
    files: /^lib\/dashboard\/schema\//,
    may: ['lib/dashboard/schema/', 'lib/contract/'],
    why: 'shapes run in the browser and import the contract alone',
  },
  {
    files: /^lib\/dashboard\//,
    may: ['lib/dashboard/', 'lib/contract/', 'lib/platform/', 'lib/messages/'],
    why: 'the two sides never import each other; they share the contract',
  },
  {
    files: /^e2e\//,
    may: ['e2e/', 'test/', 'lib/contract/', 'lib/messages/', 'scripts/'],
    why: 'journeys see what a browser sees',
  },
]

const NEXT = /^(next|next-auth|server-only|client-only)(\/|$)/
const REACT =
  /^(react|react-dom|radix-ui|lucide-react|recharts|clsx|tailwind-merge|get-nonce)(\/|$)|^@(radix-ui|tanstack)\//
const PLATFORM =
  /^(pg|pg-boss|undici|@node-rs\/argon2|@prisma\/.+|(node:)?(crypto|http|https|net|tls|dns|dgram))(\/|$)/
const FASTIFY = /^(fastify|@fastify\/.+)(\/|$)/

/**
 * Which libraries files may not import; every match counts.
 * @type {{ files: RegExp, except?: RegExp, library: RegExp, why: string }[]}
 */
export const LIBRARIES = [
  {
    files: /^lib\/contract\//,
    library: /^(?!(zod|libphonenumber-js|@noble\/hashes|uuid)(\/|$))/,
    why: 'the contract does no IO: zod, libphonenumber-js, @noble/hashes and uuid only',
  },
  { files: /^components\/ui\//, library: NEXT, why: 'primitives know no router' },
  {
    files: /^components\/ui\//,
    library: /^(@tanstack\/|zod(\/|$))/,
    why: 'primitives know no query and no noun',
  },
  { files: /^(components|lib\/(ui|messages))\//, library: /^node:/, why: 'it runs in the browser' },
  {
    files: /^(app|components|lib)\//,
    except: /^lib\/platform\//,
    library: PLATFORM,
    why: 'only lib/platform touches pg, the queue, crypto, the network and Prisma',
  },
  {
    files: /^(app|components|lib)\//,
    except: /^lib\/service\/http\//,
    library: FASTIFY,
    why: 'the API has one door, lib/service/http',
  },
  { files: /^lib\/(service|platform|contract)\//, library: NEXT, why: 'Next belongs to the doors' },
  {
    files: /^(app|components)\//,
    except: /^components\/shell\/page-link\.tsx$/,
    library: /^next\/link$/,
    why: 'a link that fetches by itself can show an empty page: PageLink',
  },
  {
    files: /^lib\/(service|dashboard|platform|contract|messages)\//,
    library: REACT,
    why: 'verbs render nothing',
  },
]

const TESTS_ONLY = 'test/'
const TEST = /\.test\.tsx?$/
/** @param {string} file relative to the root @param {string} specifier @returns {string | null} our own file, or null for a library */
function resolveOwn(file, specifier) {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return null
}

/** @param {string} file @param {string} specifier @returns {string | null} what is wrong with this import */
function judgeImport(file, specifier) {
  const isTest = TEST.test(file)
  const own = resolveOwn(file, specifier)
  if (own === null) {
    if (isTest) return null
    const rule = LIBRARIES.find(
      ({ files, except, library }) => files.test(file) && !except?.test(file) && library.test(specifier),
    )
    return rule ? `imports ${specifier}: ${rule.why}` : null
  }
  if (specifier.startsWith('..') && !file.endsWith('.mjs'))
    return `imports ${specifier}: outside its own folder a file is named by @/`
  if (isTest && /^((prisma|scripts|test|e2e)\/|[^/]+$)/.test(own)) return null
  if (own.startsWith(TESTS_ONLY) && !isTest && !/^(test|e2e|scripts)\//.test(file))
    return `imports ${specifier}: only tests import from test`
  const wall = WALLS.find(({ files }) => files.test(file))
  const home = `${path.posix.dirname(file)}/`
  if (!wall || own.startsWith(home) || wall.may.some((folder) => own.startsWith(folder))) return null
  return `imports ${specifier}: ${wall.why}`
}

/**
 * @param {import('oxc-parser').ParseResult} parsed @param {string} source
 * @returns {{ specifier: string, start: number }[]} types included
 */
function importsOf({ module, program }, source) {
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => ({
      specifier: moduleRequest.value,
      start: moduleRequest.start,
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, start: moduleRequest.start }] : [],
      ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
      start,
    })),
  ]
  new Visitor({
    TSImportType({ source: { value, start } }) {
      found.push({ specifier: value, start })
    },
    CallExpression({ callee, arguments: [first] }) {
      if (
        callee.type === 'Identifier' &&
        callee.name === 'require' &&
        first?.type === 'Literal' &&
        typeof first.value === 'string'
      ) {
        found.push({ specifier: first.value, start: first.start })
      }
    },
  }).visit(program)
  return found
}

/**
 * @param {string} file path relative to the root, with forward slashes
 * @param {string} source its text
 * @returns {Breach[]} what breaks the house's walls or habits, or speaks to people from outside lib/messages
 */
export function findBreaches(file, source) {
  const parsed = parseSync(file, source)
  const lineOf = (/** @type {number} */ start) => source.slice(0, start).split('\n').length
  /** @type {Breach[]} */
  const breaches = []
  if (parsed.errors.length > 0)
    breaches.push({ line: 1, message: `cannot be parsed: ${parsed.errors[0]?.message}` })
  for (const { specifier, start } of importsOf(parsed, source)) {
    const message = judgeImport(file, specifier)
    if (message) breaches.push({ line: lineOf(start), message })
  }
  if (TEST.test(file)) return breaches
  for (const { start, message } of badHabits(file, parsed.program))
    breaches.push({ line: lineOf(start), message })
  if (/^(app|components)\//.test(file)) {
    for (const { text, start } of strayCopy(parsed.program)) {
      breaches.push({
        line: lineOf(start),
        message: `says ${JSON.stringify(text.slice(0, 60))}: what people read stands in lib/messages`,
      })
    }
  }
  return breaches.sort((a, b) => a.line - b.line)
}
