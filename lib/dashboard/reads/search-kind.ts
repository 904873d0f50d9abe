import { isCurrency } from '@/lib/contract/currencies'
import { searchWords } from '@/lib/contract/search-words'
import type { SearchKind } from './page'

/** What a search text is taken for: its form tells. */
export function searchKind(text: string): SearchKind {
  if (text.includes('@')) return 'email'
  if (/^\d{4}$/.test(text)) return 'last4'
  if (/^[a-z]{2,8}_[A-Za-z0-9]{8,}$/.test(text)) return 'id'
  if (looksLikeMoney(text)) return 'amount'
  // Six capitals or digits are what banks answer, typed in any case where a digit tells it from a name; of another
  // length only what no name is written like.
  if (
    /^[A-Z0-9]{6}$/.test(text) ||
    /^(?=.*\d)[a-z0-9]{6}$/i.test(text) ||
    /^(?=.*\d)[A-Z0-9]{5,12}$/.test(text)
  )
    return 'authorization_code'
  return 'text'
}

/** Digits with a separator, with a currency or too few for anything else: `53.40`, `1,200`, `45 USD`, `$120`, `45`. */
function looksLikeMoney(text: string): boolean {
  const [, sign, before, digits = '', after, signAfter] =
    /^(\p{Sc})?\s*([a-z]{3})?\s*(\d[\d.,\s]*?)\s*([a-z]{3})?\s*(\p{Sc})?$/iu.exec(text) ?? []
  if ([before, after].some((code) => code && !isCurrency(code.toUpperCase()))) return false
  return Boolean(sign || signAfter || before || after) || /[.,]/.test(digits) || /^\d{1,3}$/.test(digits)
}

/** A text to look for inside another, without LIKE's own signs, which Prisma hands on as they are. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Rows whose folded names, titles and references hold every word of a text, as a Prisma condition. */
export function textHas(text: string) {
  return { AND: searchWords(text).map(hasWord) }
}

/** Rows that hold one of `searchWords`. */
export function hasWord(word: string) {
  return { searchText: { contains: literally(word) } }
}
