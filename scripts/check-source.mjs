import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './stamps.mjs'

/** @typedef {{ files: RegExp, except?: RegExp, pattern: RegExp, message: string }} Rule */

const PAGES = /^(app|components)\//
const COPY = 'what people read stands in lib/messages'
/**
 * Rules that Biome and dependency-cruiser do not have, matched against source without comments and tests.
 * @type {readonly Rule[]}
 */
const RULES = [
  {
    files: /./,
    // dependency-cruiser does not detect this form.
    pattern: /export type (\{[^}]*\}|\*) from/g,
    message: 're-exports a type: import it from the file that declares it',
  },
  {
    files: /^components\//,
    // dependency-cruiser sees no difference between types and values.
    pattern:
      /import (?!type\b)(?:[\w*{}\s,]+ from )?'@\/lib\/(?:dashboard|own-account)\/(?!(?:[^/']+\/shape|links\/link-body|reads\/period|account-address|role-permissions)')/g,
    message: 'imports more than types of a verb, which runs on the server',
  },
  {
    files: /^(lib|prisma|scripts\/processes)\//,
    // A subquery with named columns may be read by `*`.
    pattern:
      /\bRETURNING\s+(?:\w+\.)?\*|(?:\bSELECT|,)\s+(?:\w+\.)?\*(?=[^()'`]*\bFROM\s+(?:service|dashboard|test_bank|manual_bank|stripe|health)\.)|\)\.\*|['"`]\w+\.\*['"`]/g,
    message:
      'reads `*`: a prepared statement fails in every running process once a column is added; name the columns',
  },
  {
    files: /^(app|components|lib)\//,
    // Creating a formatter is how a time zone's name is validated; texts with numbers are few.
    except: /^lib\/(domain\/formatters|messages\/translator|service\/accounts\/create-account)\.ts$/,
    pattern: /new Intl\.(NumberFormat|DateTimeFormat)\(/g,
    message: 'makes a formatter anew, which is slow: lib/domain/formatters.ts keeps them',
  },
  {
    files: PAGES,
    // In development the server imports a style sheet.
    except: /^app\/\(checkout\)\/payer-style\.tsx$/,
    pattern: /(?<!lazyModule\(\s*\(\) =>\s*)(?<!typeof )\bimport\(/g,
    message: 'a script that no network may bring: lazyModule of components/ui/lazy-module.ts',
  },
  {
    files: PAGES,
    except: /^components\/navigation\/use-go\.ts$/,
    pattern: /\brouter\.(push|replace)\(/g,
    message: 'goes to a page that no network may bring: useGo of components/navigation/use-go.ts',
  },
  {
    files: /^(app|components)\/.*\.tsx$/,
    // The text after an opening tag.
    pattern:
      /(?:(?:"|(?<![\w)])<[\w.]*)>[^<>{}();=|&]*\p{L}{2}[^<>{}();=|&]*[<{]|\}>[^<>{}();=|&]*\p{L}{2}[^<>{}();=|&]*<\/)/gu,
    message: COPY,
  },
  {
    files: PAGES,
    pattern:
      /\s(aria-(label|description|placeholder|roledescription|valuetext)|placeholder|title|alt|label|description|heading|hint|caption|summary|text|message|confirmLabel|cancelLabel)=(?:"|\{')[^"']*\p{L}/gu,
    message: COPY,
  },
  // A text that begins like a sentence, except an error for developers.
  {
    files: PAGES,
    pattern: /(?<!Error\(\s*)(['"`])\p{Lu}[\p{Ll}’]*,?\s+(?:\p{L}|\$\{)[^\n]*?\1/gu,
    message: COPY,
  },
]

/** Terms that a script can recognize, and the term to use instead. @type {readonly (readonly [RegExp, string])[]} */
const TERMS = [
  [/\b(told|tells?)\b/gi, 'returns, reports, shows, contains or raises'],
  [/\bwhoever\b/gi, 'the user, the caller, the payer'],
  [/\bjourneys?\b/gi, 'e2e test'],
  [/\bcalm[ -]?rows?\b/gi, 'stable rows'],
  [/\blost (page|place)s?\b|\blostPlace\w*/gi, 'not found'],
  [/\blate[ -]?parts?\b/gi, 'lazy module'],
  [/\bkept (draft|table)s?\b|\bkept(Draft|Table)\w*/gi, 'saved draft'],
  [/\bforeign (card|host)s?\b|\bforeign(Card|Host)\w*/gi, 'non-test card; external host'],
  [/\bsteer(s|ed|ing)?\b|\bsteer[A-Z]\w*/g, 'pause, resume, cancel a link import'],
  [/\bhurry\b|\bhurried\b|\bhurry[A-Z]\w*/g, 'make transfers due now'],
  [/\bhomeless\b/gi, 'transfer without a bank account'],
  [/\bthe way (in|out)\b/gi, 'sign-in; the exact action'],
  [/\bwords\b/g, 'messages, label or copy'],
  [
    /(?:^|\n)\s*(?:\/\*\*?|\/\/|\*)\s+(Who|What|Where|Whether|So that|Of)\b/g,
    'a noun of the code as subject',
  ],
]

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g

/** Returns the violations of a file's text, each with its line. @param {string} file @param {string} text */
export function findViolations(file, text) {
  /** @type {string[]} */
  const found = []
  const add = (/** @type {number} */ at, /** @type {string} */ message) =>
    found.push(`${file}:${text.slice(0, at).split('\n').length} ${message}`)
  // The migrations' text never changes once they were applied.
  if (!/^scripts\/check-source\.|^prisma\/migrations\//.test(file))
    for (const [pattern, instead] of TERMS)
      for (const { 0: term, index } of text.matchAll(pattern)) add(index, `"${term.trim()}": ${instead}`)
  if (!/\.(tsx?|mjs)$/.test(file) || /\.test\.tsx?$|^scripts\/check-source\./.test(file)) return found
  const bare = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const { files, except, pattern, message } of RULES)
    if (files.test(file) && !except?.test(file))
      for (const { index } of bare.matchAll(pattern)) add(index, message)
  return found
}

if (import.meta.filename === process.argv[1]) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const violations = listed.split('\n').flatMap((file) => {
    const whole = path.join(ROOT, file)
    if (/^[^/]+\.(png|jpe?g|gif|webp|webm|pdf|zip)$/.test(file))
      return [
        `${file} lies in the root: a picture that is shown lives in docs/images, any other is left from work`,
      ]
    if (!/\.(tsx?|mjs|md|sql|prisma)$/.test(file) || !fs.existsSync(whole)) return []
    return findViolations(file, fs.readFileSync(whole, 'utf8'))
  })
  if (violations.length > 0) {
    console.log(
      `${violations.join('\n')}\n${violations.length} violations of the rules in scripts/check-source.mjs.`,
    )
    process.exitCode = 1
  }
}
