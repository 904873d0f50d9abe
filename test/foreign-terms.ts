import type { Language } from '@/lib/domain/languages'
import { sources } from '@/lib/messages/catalogue'

/** Names that are the same in every language, and texts of merchants and payers in tests. */
const NAMES = new Set(['checkout', 'english', 'café', 'aurora', 'rosa', 'castro', 'new', 'york'])
/** Ids, e-mail addresses, URLs and commands. */
const CODES = /\S*[_@/]\S*|“[^”]*”/g

/** Returns the terms of a text that belong to one language of our texts and not to another. */
export function termsOnlyIn(language: Language, other: Language, text: string): string[] {
  const foreign = termsIn(textsOf(language))
  const own = termsIn(textsOf(other))
  return [...termsIn(text)].filter((term) => foreign.has(term) && !own.has(term) && !NAMES.has(term))
}

/** Names of arguments, their kinds and their plural forms, which are English in every language. */
const SYNTAX = /\{\w+(?:, \w+)?|\b(?:one|many|other)(?= \{)/g

const textsOf = (language: Language) =>
  Object.values(sources[language])
    .flatMap((texts) => Object.values(texts))
    .join(' ')
    .replace(SYNTAX, ' ')

const termsIn = (text: string) =>
  new Set(
    text
      .replace(CODES, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  )
