import type { Language } from '@/lib/domain/languages'
import { sources } from '@/lib/messages/catalogue'

/** Names that are the same in every language, and texts of merchants and payers in tests. */
const NAMES = new Set(['checkout', 'english', 'café', 'aurora', 'rosa', 'castro', 'new', 'york'])
/** Ids, e-mail addresses, URLs and commands. */
const CODES = /\S*[_@/]\S*|“[^”]*”/g

/** Returns the words of a text that belong to one language of our texts and not to another. */
export function wordsOnlyIn(language: Language, other: Language, text: string): string[] {
  const foreign = wordsIn(textsOf(language))
  const own = wordsIn(textsOf(other))
  return [...wordsIn(text)].filter((word) => foreign.has(word) && !own.has(word) && !NAMES.has(word))
}

/** Names of arguments, their kinds and their plural forms, which are English in every language. */
const SYNTAX = /\{\w+(?:, \w+)?|\b(?:one|many|other)(?= \{)/g

const textsOf = (language: Language) =>
  Object.values(sources[language])
    .flatMap((texts) => Object.values(texts))
    .join(' ')
    .replace(SYNTAX, ' ')

const wordsIn = (text: string) =>
  new Set(
    text
      .replace(CODES, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  )
