import compile from 'icu-minify/compile'
import type { Language } from '@/lib/domain/languages'
import { pseudoOf } from './pseudo'
import { sources as files } from './sources'
import { type CompiledTexts, type Translate, translator } from './translator'

type Texts = Readonly<Record<string, string>>

/** File of texts, named after its noun. */
export type Noun = keyof (typeof files)['en']

// biome-ignore lint/style/noProcessEnv: a flag of one test run, which lib/platform/env.ts refuses elsewhere
const isPseudo = process.env.PSEUDO_TEXTS === '1'

/** All texts by language and file; `npm run check` compares the languages. */
export const sources: Record<Language, Record<Noun, Texts>> = isPseudo
  ? {
      ...files,
      es: JSON.parse(JSON.stringify(files.en), (_, it) => (typeof it === 'string' ? pseudoOf(it) : it)),
    }
  : files

const compiled = new Map<string, CompiledTexts>()

/** Returns the texts of some files in one language, to be sent to the browser. */
export function textsOf(language: Language, nouns: readonly Noun[]): CompiledTexts {
  return Object.assign({}, ...nouns.map((noun) => compiledTexts(language, noun)))
}

const whole = new Map<Language, CompiledTexts>()

/** Returns all texts of one language as a function; `locale` formats its numbers. It runs on the server alone. */
export function translatorOf(language: Language, locale: string = language): Translate {
  const texts = whole.get(language) ?? textsOf(language, Object.keys(sources.en) as Noun[]) // Object.keys forgets the key type.
  whole.set(language, texts)
  return translator(language, texts, locale)
}

function compiledTexts(language: Language, noun: Noun): CompiledTexts {
  const name = `${language}/${noun}`
  const known = compiled.get(name)
  if (known) return known
  const texts: Texts = sources[language][noun]
  const rows = Object.entries(texts).map(([key, text]) => [`${noun}.${key}`, compile(text)])
  // React sends only plain objects to the browser; the compiler's have no prototype.
  const made: CompiledTexts = JSON.parse(JSON.stringify(Object.fromEntries(rows)))
  compiled.set(name, made)
  return made
}
