import { Visitor } from 'oxc-parser'

/** @typedef {{ start: number, message: string }} BannedPattern position in the source, and the remedy */

const ENVIRONMENT_READERS = /^(lib\/platform|scripts|prisma|test|e2e)\/|^[^/]+$/
const FORMATTERS = 'lib/domain/formatters.ts'
/** Files that may create formatters; creating one is how a time zone's name is validated. */
const FORMATTER_MAKERS = [FORMATTERS, 'lib/service/accounts/create-account.ts']
/**
 * Matches the `*` of a table, with which a statement returns other rows after a column is added; not that of a subquery
 * with named columns.
 */
const STAR =
  /\bRETURNING\s+(?:\w+\.)?\*|(?:\bSELECT|,)\s+(?:\w+\.)?\*(?=[^()]*\bFROM\s+(?:service|dashboard|test_bank|health)\.)|\)\.\*|^\w+\.\*$/
const STAR_MESSAGE =
  'reads `*`: a prepared statement fails in every running process once a column is added; name the columns'
const GO = 'components/shell/navigation/use-go.ts'
const LATE = 'components/ui/lazy-module.ts'

/**
 * Finds environment access outside lib/platform, formatters created repeatedly, `SELECT *`, and navigations that ignore
 * the network.
 * @param {string} file path relative to the root
 * @param {import('oxc-parser').Program} program
 * @returns {BannedPattern[]}
 */
export function findBannedPatterns(file, program) {
  /** @type {BannedPattern[]} */
  const found = []
  const inBrowser = /^(app|components)\//.test(file)
  /** @type {Set<number>} */
  const lazyImports = new Set()
  const mustReuseFormatters = /^(app|components|lib)\//.test(file) && !FORMATTER_MAKERS.includes(file)
  const reads = /^(lib|prisma|scripts\/processes)\//.test(file)
  new Visitor({
    TemplateElement({ value, start }) {
      if (reads && STAR.test(value.raw)) found.push({ start, message: STAR_MESSAGE })
    },
    Literal({ value, start }) {
      if (reads && typeof value === 'string' && STAR.test(value)) found.push({ start, message: STAR_MESSAGE })
    },
    MemberExpression({ object, property, start }) {
      if (isNamed(object, 'process') && isNamed(property, 'env') && !ENVIRONMENT_READERS.test(file))
        found.push({ start, message: 'reads process.env: only lib/platform does' })
    },
    NewExpression({ callee, start }) {
      if (!mustReuseFormatters || callee.type !== 'MemberExpression' || !isNamed(callee.object, 'Intl'))
        return
      if (isNamed(callee.property, 'NumberFormat') || isNamed(callee.property, 'DateTimeFormat'))
        found.push({ start, message: `makes a formatter anew, which is slow: ${FORMATTERS} keeps them` })
    },
    ImportExpression({ start }) {
      if (inBrowser && !lazyImports.has(start))
        found.push({ start, message: `a script that no network may bring: lazyModule of ${LATE}` })
    },
    CallExpression({ callee, arguments: given, start }) {
      if (isNamed(callee, 'lazyModule')) {
        const brought = importIn(given[0])
        if (brought !== null) lazyImports.add(brought)
      }
      if (!inBrowser || file === GO || callee.type !== 'MemberExpression') return
      if (!isNamed(callee.object, 'router')) return
      if (isNamed(callee.property, 'push') || isNamed(callee.property, 'replace'))
        found.push({ start, message: `goes to a page that no network may bring: useGo of ${GO}` })
    },
  }).visit(program)
  return found
}

/**
 * Returns the position of the import in `() => import(…)` and in calls on it. @param {import('oxc-parser').Node |
 * undefined} node @returns {number | null}
 */
function importIn(node) {
  if (node?.type === 'ImportExpression') return node.start
  if (node?.type === 'ArrowFunctionExpression') return importIn(node.body)
  if (node?.type === 'CallExpression') return importIn(node.callee)
  if (node?.type === 'MemberExpression') return importIn(node.object)
  return null
}

/** @param {import('oxc-parser').Node} node @param {string} name @returns {boolean} */
function isNamed(node, name) {
  return node.type === 'Identifier' && node.name === name
}
