import type { SearchKind } from '@/lib/dashboard/schema/list'
import { isCurrency } from '@/lib/domain/currencies'
import { typedCard } from './typed-card'

const ID = /^[a-z]{2,8}_[A-Za-z0-9]{8,}$/

/** What a search text is taken for: its form tells. */
export function searchKind(text: string): SearchKind {
  if (text.includes('@')) return 'email'
  if (/^\d{4}$/.test(text)) return 'last4'
  if (ID.test(text)) return 'id'
  if (typedCard(text)?.rest === '') return 'last4'
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

/**
 * What a search looks for: of the address of a payment page or of a receipt the id at its end, else the text itself. A
 * browser's bar and the share screen show addresses without their scheme.
 */
export function lastSegment(text: string): string {
  const [, scheme, path] = /^(https?:\/\/)?(?:[^\s/]+[.:][^\s/]+|localhost)\/(\S+)$/i.exec(text) ?? []
  const last = path?.split(/[?#]/)[0]?.split('/').findLast(Boolean)
  // Without a scheme any two words with a stroke between them might be an address.
  return last && (scheme || ID.test(last)) ? last : text
}

/** A text to look for inside another, without LIKE's own signs, which Prisma hands on as they are. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Rows whose folded names, titles and references hold one of `splitSearch`, as a Prisma condition. */
export function hasWord(word: string) {
  return { searchText: { contains: literally(word) } }
}
