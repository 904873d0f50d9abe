import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { cardBrands } from '@/lib/domain/card'
import { isCurrency } from '@/lib/domain/currencies'
import { currencySigns } from '@/lib/domain/currency-signs'
import { splitSearch } from '@/lib/domain/fold-text'
import { isLanguage, languages } from '@/lib/domain/languages'
import { toMinor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { digitsOf } from '@/lib/domain/phone'
import { textsOf } from '@/lib/messages/catalogue'
import { translator } from '@/lib/messages/translator'
import type { SearchKind } from './list'

/** Hosts of links that open a chat with a phone. */
const MESSENGER = /(?:^|\.)(?:wa\.me|whatsapp\.com)$/

/**
 * Returns the text that a search looks for: the id at the end of a URL in it, or the phone of a messenger's link; otherwise
 * the text itself, without invisible characters.
 */
export function searchedText(text: string): string {
  const plain = text.replace(/\p{Cf}/gu, '').trim()
  const found = plain.split(/\s+/).flatMap((part) => ofUrl(part) ?? [])
  return found[0] ?? (plain.slice(0, QUERY_TEXT_MAX).trim() || text)
}

/** Returns what a URL is about. Address bars and the share screen show URLs without their scheme. */
function ofUrl(part: string): string | undefined {
  const [, scheme, address] = /^(https?:\/\/)?([^/]+\/.*)$/i.exec(part) ?? []
  if (address === undefined || !URL.canParse(`http://${address}`)) return undefined
  const { hostname, pathname, searchParams } = new URL(`http://${address}`)
  const phone = MESSENGER.test(hostname) ? digitsOf(searchParams.get('phone') ?? pathname) : ''
  if (phone !== '') return `+${phone}`
  const last = pathname
    .split('/')
    .findLast(Boolean)
    ?.replace(/[^\p{L}\p{N}]+$/u, '')
  // Without a scheme any two terms with a slash between them might be a URL.
  return last && (scheme || ID.test(last)) ? last : undefined
}

/** An id as this service's and many other hosts' are. */
const ID = /^[a-z]{2,8}_[A-Za-z0-9]{8,}$/

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

/** Sign of a currency such as `$` or `R$`, or three letters. */
const MARK = '[a-z]{0,3}\\p{Sc}|[a-z]{3}'
const MONEY = new RegExp(`^\\+?\\s*(${MARK})?\\s*(\\d[\\d.,\\s]*?)\\s*(${MARK})?$`, 'iu')

/** Matches digits with a separator, with a currency, or too few for anything else: `53.40`, `45 USD`, `R$ 120`, `45`. */
function looksLikeMoney(text: string): boolean {
  const [, before, digits, after] = MONEY.exec(text) ?? []
  if (digits === undefined) return false
  const marks = [before, after].filter((mark) => mark !== undefined)
  if (marks.some((mark) => !/\p{Sc}/u.test(mark) && !isCurrency(mark.toUpperCase()))) return false
  return marks.length > 0 || /[.,]/.test(digits) || /^\d{1,3}$/.test(digits)
}

/** Returns a text for a substring search with LIKE's own signs escaped, because Prisma passes them on unescaped. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Returns the rows whose folded names, titles and references contain a term of `splitSearch`, as a Prisma condition. */
export function hasWord(word: string) {
  return { searchText: { contains: literally(word) } }
}

export interface TypedCard {
  last4: string
  /** Brand as the API returns it; null if none was typed. */
  brand: string | null
  /** Rest of the search text. */
  rest: string
  /** True if the digits followed dots, so that they can only be a card's. */
  sure: boolean
}

const names = Object.entries(cardBrands)
  .flatMap(([brand, { label }]) => [brand, label])
  .join('|')
/** `Visa ••4242`, `•••• •••• •••• 4242`, `visa 4242`. */
const CARD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<brand>${names})\\s*)?(?<dots>[•·∙●*]{2,}[•·∙●*\\s-]*)?(?<last4>\\d{4})(?![\\p{L}\\p{N}]|[.,]\\d)`,
  'iu',
)
/** Labels before the digits of a customer's card in the list, in every language. */
const savedLabels = Object.keys(languages)
  .filter(isLanguage)
  .map((language) => translator(language, textsOf(language, ['payment-rows'])))
  .map((t) => t('payment-rows.savedCard', { last4: '' }))

/**
 * Returns the card in a search text, written as pages write cards or by its brand and last four digits; null without one.
 */
export function typedCard(text: string): TypedCard | null {
  const saved = savedLabels.find((label) => text.startsWith(label))
  const plain = saved ? `••${text.slice(saved.length)}` : text
  const found = CARD.exec(plain)
  const { brand, dots, last4 } = found?.groups ?? {}
  if (!found || !last4 || (!brand && !dots)) return null
  const rest = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`
  return { last4, brand: brand ? brandNamed(brand) : null, rest: rest.trim(), sure: dots !== undefined }
}

function brandNamed(name: string): string | null {
  const wanted = name.toLowerCase()
  const entry = Object.entries(cardBrands).find(
    ([brand, { label }]) => brand === wanted || label.toLowerCase() === wanted,
  )
  return entry?.[0] ?? null
}

/** One term of a search text, with the amounts that it may mean, in minor units. */
export interface SearchTerm {
  word: string
  amounts: number[]
}

/** Returns the terms of a text, each to be found as text or as the paid amount: `Olivia Prescott 32.40 USD`. */
export function searchTerms(text: string, currency: string): SearchTerm[] {
  const terms = splitSearch(text).map((word) => ({ word, amounts: typedAmounts(word, currency) }))
  const isAmount = (at: number) => (terms[at]?.amounts.length ?? 0) > 0
  // Next to an amount the account's currency adds nothing.
  return terms.filter(
    ({ word }, at) => !(isAmount(at - 1) || isAmount(at + 1)) || !isCurrencyTerm(word, currency),
  )
}

/** Returns the rows with one of the amounts, as an alternative; none without amounts. */
export function ofAmount(amounts: number[], currency: string) {
  return amounts.length > 0 ? [{ amountMinor: { in: amounts }, currency }] : []
}

/** One locale that groups with commas and one that groups with points. */
const LOCALES = ['en', 'de']

/**
 * Returns the possible meanings of `120.50`, `120,50 USD`, `R$ 120` or `+120` in minor units of `currency`, for either way
 * of grouping digits, so that a search needs no locale; at most two. Empty for anything else, and for a currency that is
 * unknown here.
 */
export function typedAmounts(text: string, currency: string): number[] {
  if (!isCurrency(currency) || !/\p{Nd}/u.test(text)) return []
  const digits = text.trim().replace(/^\+\s*/, '')
  const read = LOCALES.map((locale) => parseAmount(digits, currency, locale))
  const majors = read.flatMap((amount) =>
    amount.ok ? [amount.major] : amount.code === 'ambiguous' ? amount.readings : [],
  )
  return [...new Set(majors)].flatMap((major) => {
    const amount = toMinor(major, currency)
    return amount.ok ? [amount.minor] : []
  })
}

/** Returns whether a term of `splitSearch` is the code or a sign of an account's currency. */
function isCurrencyTerm(word: string, currency: string): boolean {
  if (!isCurrency(currency)) return false
  return [currency, ...currencySigns(currency)].some((name) => splitSearch(name).join('') === word)
}
