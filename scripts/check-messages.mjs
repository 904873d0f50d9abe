import * as fs from 'node:fs'
import path from 'node:path'
import { argumentsOf, listLanguages, listOf, readTexts, SOURCE } from './message-keys.mjs'
import { unsentTexts } from './sent-texts.mjs'
import { ROOT } from './stamps.mjs'

/** Sentence, which no two languages share. */
const SENTENCE = /\p{Ll}{2,}[^{}]*\s[^{}]*\p{Ll}{2,}[^{}]*\s[^{}]*\p{Ll}{2,}/u
const CODE = ['app', 'components', 'lib']
/** Folders with the pages of members, whose client components get texts from the server. */
const MEMBER_PAGES = ['app/(dashboard)', 'app/(auth)']

/** @typedef {Record<string, string>} Texts by key */

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
    if (!parts.some((part) => /\w{3}/.test(part))) return []
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
      if (language !== SOURCE && text === original && SENTENCE.test(text)) own.push('is not translated')
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

/** Returns the files below a folder. @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(ROOT, folder, file))

/** Returns all code but tests and declarations as one text. */
const readCode = () =>
  CODE.flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n')

if (import.meta.filename === process.argv[1]) {
  const catalogue = Object.fromEntries(listLanguages().map((name) => [name, readTexts(name)]))
  const pages = MEMBER_PAGES.flatMap(filesIn).filter((file) => path.basename(file) === 'page.tsx')
  const problems = [
    ...problemsOf(catalogue, readCode()),
    ...unsentTexts(ROOT, pages, Object.keys(catalogue[SOURCE] ?? {})),
  ]
  if (problems.length > 0) {
    console.log(`${problems.join('\n')}\n${problems.length} problems of the texts in lib/messages.`)
    process.exitCode = 1
  }
}
