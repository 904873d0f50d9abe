import * as fs from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { ROOT } from './stamps.mjs'

export const FOLDER = path.join(ROOT, 'lib/messages')
/** The language from which the others are translated. */
export const SOURCE = 'en'
/** Numbers of the kinds of arguments that have options, in a compiled text; 0 is `#`. */
const SELECT = 1
const PLURAL = 2
const ORDINAL = 3
/** Types of the kinds in their order: text, select, plural, ordinal, number, date, time. */
const TYPES = ['string', 'string', 'number', 'number', 'number', 'Date', 'Date']

/** @typedef {Map<string, string>} Arguments type by name @typedef {Record<string, string>} Texts by key */

/**
 * Returns the arguments of a text, and adds its missing plural forms to `problems`. Throws if the text is not ICU.
 * @param {string} text @param {string} language @param {string[]} [problems] @returns {Arguments}
 */
export function argumentsOf(text, language, problems = []) {
  /** @type {Arguments} */
  const found = new Map()
  const visit = (/** @type {unknown} */ node) => {
    if (!Array.isArray(node)) return
    const [name, kind = 0, options] = node
    const isArgument =
      typeof name === 'string' && (node.length === 1 || (kind !== 0 && typeof kind === 'number'))
    if (!isArgument) return node.forEach(visit)
    // A value of a plural is also shown elsewhere in the text: the number counts.
    if (kind !== 0 || !found.has(name)) found.set(name, TYPES[kind] ?? 'string')
    if (![SELECT, PLURAL, ORDINAL].includes(kind)) return
    for (const form of formsOf(kind, language))
      if (!(form in options)) problems.push(`has no form "${form}" of {${name}}`)
    Object.values(options).forEach(visit)
  }
  const compiled = compile(text)
  if (Array.isArray(compiled)) compiled.forEach(visit)
  return found
}

/** @param {number} kind @param {string} language @returns {string[]} */
function formsOf(kind, language) {
  if (kind === SELECT) return ['other']
  const type = kind === ORDINAL ? 'ordinal' : 'cardinal'
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
}

/** Returns arguments as the fields of a type, in one order. @param {Arguments} found */
export const listOf = (found) =>
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
  return `// Written by scripts/message-keys.mjs.\nexport interface Texts {\n${rows.join('\n')}\n}\n`
}

/** Returns the texts of a language by `file.key`. @param {string} language @returns {Texts} */
export function readTexts(language) {
  const files = fs.readdirSync(path.join(FOLDER, language))
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(JSON.parse(fs.readFileSync(path.join(FOLDER, language, file), 'utf8'))).map(
        ([key, text]) => [`${path.basename(file, '.json')}.${key}`, String(text)],
      ),
    ),
  )
}

/** Returns a module with the texts of all languages by file. @param {readonly string[]} languages */
function sourcesOf(languages) {
  const files = fs.readdirSync(path.join(FOLDER, SOURCE)).map((file) => path.basename(file, '.json'))
  const nameOf = (/** @type {string} */ language, /** @type {number} */ index) => `${language}${index}`
  const imports = languages.flatMap((language) =>
    files.map(
      (file, index) =>
        `import ${nameOf(language, index)} from './${language}/${file}.json' with { type: 'json' }`,
    ),
  )
  const rows = languages.map(
    (language) =>
      `  ${language}: {\n${files.map((file, index) => `    '${file}': ${nameOf(language, index)},`).join('\n')}\n  },`,
  )
  return `// Written by scripts/message-keys.mjs.\n${imports.join('\n')}\n\nexport const sources = {\n${rows.join('\n')}\n}\n`
}

/** Returns the languages: the folders of the catalogue. */
export const listLanguages = () =>
  fs
    .readdirSync(FOLDER, { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map(({ name }) => name)

if (import.meta.filename === process.argv[1]) {
  fs.writeFileSync(path.join(FOLDER, 'keys.d.ts'), declarationOf(readTexts(SOURCE)))
  fs.writeFileSync(path.join(FOLDER, 'sources.ts'), sourcesOf(listLanguages()))
}
