import { parseSync } from 'oxc-parser'
import { findBannedPatterns } from './banned-patterns.mjs'
import { findHardcodedCopy } from './hardcoded-copy.mjs'

/** @typedef {{ line: number, message: string }} Violation */

const TEST = /\.test\.tsx?$/

/**
 * Finds imports that differ from the project's form.
 * @param {string} file
 * @param {import('oxc-parser').EcmaScriptModule} module
 * @returns {{ start: number, message: string }[]}
 */
function findIrregularImports(file, { staticImports, staticExports }) {
  if (file.endsWith('.mjs')) return []
  const exported = staticExports.flatMap(({ entries }) => entries)
  const requests = [...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest ?? [])
  return [
    ...requests
      .filter(({ value }) => value.startsWith('..'))
      .map(({ value, start }) => ({
        start,
        message: `imports ${value}: outside its own folder a file is named by @/`,
      })),
    // dependency-cruiser does not detect this form.
    ...exported
      .filter(({ isType, moduleRequest }) => isType && moduleRequest)
      .map(({ start }) => ({
        start,
        message: 're-exports a type: import it from the file that declares it',
      })),
  ]
}

/**
 * Finds irregular imports, banned patterns, and page copy outside lib/messages.
 * @param {string} file path relative to the root, with forward slashes
 * @param {string} source text of the file
 * @returns {Violation[]}
 */
export function findViolations(file, source) {
  const parsed = parseSync(file, source)
  const lineOf = (/** @type {number} */ start) => source.slice(0, start).split('\n').length
  /** @type {Violation[]} */
  const violations = []
  if (parsed.errors.length > 0)
    violations.push({ line: 1, message: `cannot be parsed: ${parsed.errors[0]?.message}` })
  for (const { start, message } of findIrregularImports(file, parsed.module))
    violations.push({ line: lineOf(start), message })
  if (TEST.test(file)) return violations
  for (const { start, message } of findBannedPatterns(file, parsed.program))
    violations.push({ line: lineOf(start), message })
  if (/^(app|components)\//.test(file)) {
    for (const { text, start } of findHardcodedCopy(parsed.program)) {
      violations.push({
        line: lineOf(start),
        message: `says ${JSON.stringify(text.slice(0, 60))}: what people read stands in lib/messages`,
      })
    }
  }
  return violations.sort((a, b) => a.line - b.line)
}
