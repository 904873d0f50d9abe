import type { SearchKind } from '@/lib/dashboard/schema/list'
import { isCurrency } from '@/lib/domain/currencies'
import { withoutSigns } from './search-signs'
import { typedCard } from './typed-card'

/** An id as this service's and many other hosts' are. */
export const ID = /^[a-z]{2,8}_[A-Za-z0-9]{8,}$/

/** Returns the meaning of a search text by its form. */
export function searchKind(text: string): SearchKind {
  if (text.includes('@')) return 'email'
  if (/^\d{4}$/.test(text)) return 'last4'
  if (ID.test(text)) return 'id'
  if (typedCard(text)?.rest === '') return 'last4'
  if (looksLikeMoney(text)) return 'amount'
  // Banks return codes of six capitals or digits, typed in any case if a digit distinguishes them from a name; other
  // lengths count only in forms that no name has.
  if (
    /^[A-Z0-9]{6}$/.test(text) ||
    /^(?=.*\d)[a-z0-9]{6}$/i.test(text) ||
    /^(?=.*\d)[A-Z0-9]{5,12}$/.test(text)
  )
    return 'authorization_code'
  return 'text'
}

/**
 * Matches digits with a separator, with a currency, or too few for anything else: `53.40`, `1,200`, `45 USD`, `R$ 120`,
 * `45`.
 */
function looksLikeMoney(text: string): boolean {
  const { bare, hasSign } = withoutSigns(text)
  const [, before, digits, after] = /^([a-z]{3})?\s*(\d[\d.,\s]*?)\s*([a-z]{3})?$/i.exec(bare) ?? []
  if (digits === undefined) return false
  if ([before, after].some((code) => code && !isCurrency(code.toUpperCase()))) return false
  return hasSign || Boolean(before || after) || /[.,]/.test(digits) || /^\d{1,3}$/.test(digits)
}

/** Returns a text for a substring search with LIKE's own signs escaped, because Prisma passes them on unescaped. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Returns the rows whose folded names, titles and references contain a term of `splitSearch`, as a Prisma condition. */
export function hasWord(word: string) {
  return { searchText: { contains: literally(word) } }
}
