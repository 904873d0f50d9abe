import * as fs from 'node:fs'

const { devDependencies } = JSON.parse(fs.readFileSync(new URL('package.json', import.meta.url), 'utf8'))
/** Development packages. Types of a package are resolved below @types, and never executed. */
const BUILDERS_AND_TESTERS = Object.keys(devDependencies)
  .filter((name) => !/^@types\//.test(name))
  .join('|')
/** Folders whose files are separated by walls. */
const OURS = '^(app|components|lib)/'
const TESTS = '\\.test\\.tsx?$'

const PLAIN = ['^lib/(ui|messages|contract|domain)/']
const DOOR = [...PLAIN, '^components/', '^lib/platform/']
/** Files of the dashboard's nouns that run in the browser, too. Of the others components import types (check-source.mjs). */
const SHAPE =
  '^lib/dashboard/([^/]+/shape|links/link-body|reads/period|account-address|role-permissions)\\.ts$'
const VERBS = '^lib/(dashboard|own-account)/'
const WEB = '^lib/dashboard/web/'
/** The server actions, and the table of reads, of which components import the types. */
const ACTIONS = '^app/\\((dashboard|auth)\\)/.*actions\\.ts$'
const READS = '^lib/reads\\.ts$'
const OWN_ACCOUNT = '^lib/own-account/'
const PANEL = '^app/\\(dashboard\\)/\\[account\\]/\\(panel\\)/|^app/\\(auth\\)/sign-up/'
const CHECKOUT = '^app/\\(checkout\\)/|^app/docs/'
const DASHBOARD = '^app/(\\(dashboard\\)|\\(auth\\)|api)/'

/**
 * Returns the rule of one row.
 * @param {string} name @param {string} comment reason
 * @param {string} path files of the row
 * @param {string[]} may folders that they may import, other than their own
 * @param {string} [except] files with their own row
 */
function wall(name, comment, path, may, except) {
  return {
    name,
    comment,
    from: { path, ...(except && { pathNot: except }) },
    to: { path: OURS, pathNot: [path, ...may] },
  }
}

/** Rows of the table of folders; a test belongs to the side that it tests. */
const walls = [
  wall('ui', 'primitives know no noun, router or query', '^components/ui/', [
    '^lib/(ui|domain)/',
    '^components/texts/',
  ]),
  wall('frames', 'the frames of lists and details know no noun', '^components/(list|detail)/', [
    '^components/(ui|list|detail|data|keyboard|locale|money|navigation|page|texts|time)/',
    '^lib/(ui|messages|domain)/',
    '^app/\\(dashboard\\)/\\[account\\]/views/actions\\.ts$',
    '^lib/dashboard/(account-address|reads/(list|period)|(mirror|saved-views|web)/shape)\\.ts$',
  ]),
  wall(
    'components',
    'components show what they are given',
    '^components/',
    [VERBS, ACTIONS, READS, ...PLAIN],
    '^components/(ui|list|detail)/',
  ),
  wall('own-account', 'it sees both sides, the service through its panel alone', OWN_ACCOUNT, [
    '^lib/(dashboard|service/panel|messages|contract|domain|platform)/',
  ]),
  wall('reads', 'the table of all reads', READS, ['^lib/(dashboard|own-account)/reads\\.ts$']),
  wall('panel-screens', 'these screens reach the service through its panel alone', PANEL, [
    ...DOOR,
    DASHBOARD,
    OWN_ACCOUNT,
    '^lib/(dashboard|service/panel)/',
  ]),
  wall('checkout', 'pages for payers and of the API belong to the service', CHECKOUT, [
    ...DOOR,
    '^lib/service/',
  ]),
  wall(
    'dashboard-doors',
    'the dashboard knows the service only through its API',
    DASHBOARD,
    [...DOOR, '^lib/dashboard/', READS],
    PANEL,
  ),
  wall(
    'shared-doors',
    'what frames both sides belongs to neither',
    '^app/',
    [...DOOR, SHAPE],
    `${DASHBOARD}|${CHECKOUT}`,
  ),
  wall('proxy', 'it stands before both sides', '^proxy\\.ts$', [...PLAIN, '^lib/platform/']),
  wall('contract', 'the contract runs in the browser', '^lib/contract/', ['^lib/domain/']),
  wall('domain', 'pure rules and formats', '^lib/domain/', []),
  wall('messages', 'messages know the contract alone', '^lib/messages/', ['^lib/(contract|domain)/']),
  wall('class-helpers', 'they serve every component', '^lib/ui/', [
    '^lib/(contract|domain)/',
    '^lib/messages/(catalogue|translator)\\.ts$',
  ]),
  wall('platform', 'the platform knows no noun', '^lib/platform/', []),
  wall('api', 'the two sides share the contract alone', '^lib/service/http/', [
    '^lib/(service|contract|domain|platform)/',
  ]),
  wall('service', 'the two sides share the contract alone; the API is a door', '^lib/service/(?!http/)', [
    '^lib/(contract|domain|platform)/',
  ]),
  wall('shapes', 'shapes run on the server and in the browser', SHAPE, ['^lib/(contract|domain)/']),
  wall(
    'dashboard',
    'the two sides share the contract alone',
    '^lib/dashboard/',
    ['^lib/(contract|domain|platform|messages)/'],
    `${SHAPE}|${WEB}`,
  ),
  wall('dashboard-web', 'the requests of members, who have a language', WEB, [
    '^lib/(dashboard|contract|domain|platform|messages|ui)/',
  ]),
]

/** Returns the path of packages or modules of Node. @param {string} names regular expression */
const library = (names) => `^(node_modules/)?(${names})(/|$)`

const NEXT = library('next|next-auth|server-only|client-only')
const REACT = library(
  'react|react-dom|lucide-react|recharts|clsx|tailwind-merge|get-nonce|@radix-ui|@tanstack',
)

/**
 * Returns a rule that forbids an import.
 * @param {string} name @param {string} comment reason
 * @param {string} path files that may not import it
 * @param {string} to @param {string} [except] files that may
 */
function barred(name, comment, path, to, except) {
  return { name, comment, from: { path, pathNot: [TESTS, ...(except ? [except] : [])] }, to: { path: to } }
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const libraries = [
  {
    name: 'libraries-of-contract',
    comment: 'the contract does no IO',
    from: { path: '^lib/contract/', pathNot: TESTS },
    to: { pathNot: [OURS, library('zod|libphonenumber-js|@noble/hashes|uuid')] },
  },
  {
    name: 'libraries-of-domain',
    comment: 'pure rules have neither schemas nor IO',
    from: { path: '^lib/domain/', pathNot: TESTS },
    to: { pathNot: [OURS, library('libphonenumber-js')] },
  },
  barred('ui-and-router', 'primitives know no router', '^components/ui/', NEXT),
  barred('ui-and-query', 'primitives know no query or noun', '^components/ui/', library('@tanstack|zod')),
  {
    name: 'browser',
    comment: 'these files run in the browser',
    from: { path: '^(components|lib/(ui|messages))/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  barred(
    'platform-alone',
    'only lib/platform touches the database, crypto, the network and Prisma',
    OURS,
    library('pg|undici|@node-rs/argon2|@prisma|crypto|http|https|net|tls|dns|dgram'),
    '^lib/platform/',
  ),
  barred(
    'api-alone',
    'the API has one door, lib/service/http',
    OURS,
    library('fastify|@fastify'),
    '^lib/service/http/',
  ),
  barred('next', 'Next belongs to the doors', '^lib/(service|platform|contract|domain)/', NEXT),
  barred(
    'page-link',
    'a link that prefetches by itself can show an empty page: PageLink',
    '^(app|components)/',
    '^node_modules/next/link',
    '^components/navigation/page-link\\.tsx$',
  ),
  barred('react', 'verbs render nothing', '^lib/(?!ui/)', REACT),
  {
    name: 'development-packages',
    comment: 'a deployment has the dependencies of package.json alone: `npm ci --omit=dev`',
    from: { path: [OURS, '^(proxy\\.ts|prisma/(demo/|seed\\.ts)|scripts/processes/)'], pathNot: TESTS },
    // Below node_modules, because a folder of ours is named prisma, too.
    to: { path: `^node_modules/(${BUILDERS_AND_TESTERS})(/|$)`, dependencyTypesNot: ['type-only'] },
  },
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const others = [
  {
    name: 'cycle',
    comment: 'no import cycle, types included',
    from: {},
    to: { circular: true },
  },
  {
    name: 'test',
    comment: 'only tests, e2e and scripts import from test',
    from: { pathNot: [TESTS, '^(test|e2e)/', '^scripts/(?!processes/)', '^[^/]+\\.config\\.ts$'] },
    to: { path: '^(test|e2e)/' },
  },
  {
    name: 'commands',
    comment: 'nothing that is served imports the commands or the demo',
    from: { path: OURS, pathNot: TESTS },
    to: { path: ['^(prisma|scripts)/', '^[^/]+\\.(ts|mjs)$'] },
  },
  {
    name: 'e2e',
    comment: 'e2e tests see what a browser sees',
    from: { path: '^e2e/' },
    to: { path: [OURS, '^prisma/'], pathNot: '^lib/(contract|domain|messages)/' },
  },
]

export default {
  forbidden: [...walls, ...libraries, ...others].map((rule) => ({
    ...rule,
    severity: /** @type {const} */ ('error'),
  })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Parts of Prisma's client, which is generated with a cycle.
    exclude: { path: '^lib/platform/prisma/(internal|models)' },
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
