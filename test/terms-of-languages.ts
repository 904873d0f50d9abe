import type { Language } from '@/lib/domain/languages'
import { sources } from '@/lib/messages/catalogue'

/** Names that are the same in every language, and texts of merchants and payers in tests. */
const NAMES = new Set(['checkout', 'english', 'café', 'aurora', 'rosa', 'castro', 'new', 'york'])
/** Ids, e-mail addresses, URLs and commands. */
const CODES = /\S*[_@/]\S*|“[^”]*”/g

/** Returns the terms of a text that belong to one language of our texts and not to another. */
export function termsOnlyIn(language: Language, other: Language, text: string): string[] {
  const [foreign, own] = [termsOf(language), termsOf(other)]
  return [...termsIn(text)].filter((term) => foreign.has(term) && !own.has(term) && !NAMES.has(term))
}

/** Returns the terms of a text that are in none of our texts of a language: of data, or of a text outside the catalogue. */
export function termsOutside(language: Language, text: string): string[] {
  const own = termsOf(language)
  return [...termsIn(text)].filter((term) => !own.has(term) && !NAMES.has(term))
}

const known = new Map<Language, Set<string>>()

/** Returns the terms of all our texts of a language. */
function termsOf(language: Language): Set<string> {
  const terms = known.get(language) ?? termsIn(textsOf(language))
  known.set(language, terms)
  return terms
}

/** Names of arguments, their kinds and their plural forms, which are English in every language. */
const SYNTAX = /\{\w+(?:, \w+)?|\b(?:one|many|other)(?= \{)/g

const textsOf = (language: Language) =>
  Object.values(sources[language])
    .flatMap((texts) => Object.values(texts))
    .join(' ')
    .replace(SYNTAX, ' ')

/** Returns the terms of a text in small letters, without codes. */
export const termsIn = (text: string): Set<string> =>
  new Set(
    text
      .replace(CODES, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  )
