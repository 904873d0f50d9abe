import * as fs from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { ROOT } from './stamps.mjs'

const FOLDER = path.join(ROOT, 'lib/messages')
/** The language from which the others are translated. */
const SOURCE = 'en'
const CODE = ['app', 'components', 'lib']
/** Kinds of arguments in a compiled text; one without a kind is a text. */
const KINDS = ['select', 'plural', 'ordinal', 'number', 'date', 'time']

/** @typedef {Map<string, string>} Arguments type by name @typedef {Record<string, string>} Texts by key */

/**
 * Returns the arguments of a text, and adds its missing plural forms to `problems`. Throws if the text is not ICU.
 * @param {string} text @param {string} language @param {string[]} [problems] @returns {Arguments}
 */
function argumentsOf(text, language, problems = []) {
  /** @type {Arguments} */
  const found = new Map()
  const visit = (/** @type {unknown} */ node) => {
    if (!Array.isArray(node)) return
    if (typeof node[0] !== 'string' || (node.length > 1 && typeof node[1] !== 'number'))
      return node.forEach(visit)
    const [name, kind, options] = node
    const what = kind === undefined ? 'text' : KINDS[kind - 1]
    if (what === 'text') found.set(name, found.get(name) ?? 'string')
    else if (what === 'date' || what === 'time') found.set(name, 'Date')
    else
      found.set(
        name,
        what === 'select'
          ? Object.keys(options)
              .map((it) => `'${it}'`)
              .join(' | ')
          : 'number',
      )
    if (what !== 'plural' && what !== 'ordinal' && what !== 'select') return
    const type = what === 'ordinal' ? 'ordinal' : 'cardinal'
    const forms =
      what === 'select'
        ? ['other']
        : new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
    for (const form of forms) if (!(form in options)) problems.push(`has no form "${form}" of {${name}}`)
    Object.values(options).forEach(visit)
  }
  const compiled = compile(text)
  if (Array.isArray(compiled)) compiled.forEach(visit)
  return found
}

/**
 * Returns the problems of a catalogue: keys and arguments that differ from English, missing plural forms, texts that do
 * not parse, and keys that no code uses. A key in code may have a part that varies: `pay.ends.${state}`.
 * @param {Record<string, Texts>} catalogue texts by language @param {string} code
 */
export function problemsOf(catalogue, code) {
  /** @type {string[]} */
  const problems = []
  const source = catalogue[SOURCE] ?? {}
  const literals = new Set([...code.matchAll(/['"`]([\w-]+\.[\w.-]+)['"`]/g)].map(([, key]) => key))
  const patterns = [...code.matchAll(/`([\w.-]*\$\{[^`\s]*)`/g)].flatMap(([, template = '']) => {
    const parts = template.split(/\$\{[^}]*\}/)
    // A template without a name of its own would match every key.
    if (!parts.some((part) => /\w{4}/.test(part))) return []
    return [new RegExp(`^${parts.map((part) => part.replace(/\W/g, '\\$&')).join('.+')}$`)]
  })
  for (const key of Object.keys(source))
    if (!literals.has(key) && !patterns.some((it) => it.test(key)))
      problems.push(`${SOURCE} ${key} is not used`)
  for (const [language, texts] of Object.entries(catalogue)) {
    for (const key of Object.keys(source)) if (!(key in texts)) problems.push(`${language} ${key} is missing`)
    for (const [key, text] of Object.entries(texts)) {
      const original = source[key]
      if (original === undefined) problems.push(`${language} ${key} is not in ${SOURCE}`)
      /** @type {string[]} */
      const own = []
      try {
        const found = listOf(argumentsOf(text, language, own))
        const wanted = original === undefined ? found : listOf(argumentsOf(original, SOURCE))
        if (found !== wanted) own.push(`has the arguments ${found || 'none'} instead of ${wanted || 'none'}`)
      } catch (error) {
        own.push(`is not an ICU message: ${error instanceof Error ? error.message : error}`)
      }
      problems.push(...own.map((problem) => `${language} ${key} ${problem}`))
    }
  }
  return problems
}

/** @param {Arguments} found */
const listOf = (found) =>
  [...found]
    .map(([name, type]) => `${/\W/.test(name) ? `'${name}'` : name}: ${type}`)
    .sort()
    .join('; ')

/** Returns the declaration of all keys with their arguments. @param {Texts} texts */
export function declarationOf(texts) {
  const rows = Object.entries(texts).map(([key, text]) => {
    const found = listOf(argumentsOf(text, SOURCE))
    return `  '${key}': ${found ? `{ ${found} }` : 'null'}`
  })
  return `// Written by scripts/check-messages.mjs.\nexport interface Texts {\n${rows.join('\n')}\n}\n`
}

/** Returns the texts of a language by `file.key`. @param {string} language @returns {Texts} */
function readTexts(language) {
  const files = fs.readdirSync(path.join(FOLDER, language))
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(JSON.parse(fs.readFileSync(path.join(FOLDER, language, file), 'utf8'))).map(
        ([key, text]) => [`${path.basename(file, '.json')}.${key}`, String(text)],
      ),
    ),
  )
}

/** Returns all code but tests and declarations as one text. */
const readCode = () =>
  CODE.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
      .map((file) => fs.readFileSync(path.join(ROOT, folder, file), 'utf8')),
  ).join('\n')

// With `--types` it only writes the declaration of the keys.
if (import.meta.filename === process.argv[1]) {
  const folders = fs.readdirSync(FOLDER, { withFileTypes: true }).filter((it) => it.isDirectory())
  const catalogue = Object.fromEntries(folders.map(({ name }) => [name, readTexts(name)]))
  fs.writeFileSync(path.join(FOLDER, 'keys.d.ts'), declarationOf(catalogue[SOURCE] ?? {}))
  const problems = process.argv.includes('--types') ? [] : problemsOf(catalogue, readCode())
  if (problems.length > 0) {
    console.log(`${problems.join('\n')}\n${problems.length} problems of the texts in lib/messages.`)
    process.exitCode = 1
  }
}
