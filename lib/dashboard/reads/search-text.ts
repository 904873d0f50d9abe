import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import type { SearchKind } from '@/lib/dashboard/schema/list'
import { cardBrands } from '@/lib/domain/card'
import { currencyCodes, isCurrency } from '@/lib/domain/currencies'
import { currencySigns } from '@/lib/domain/currency-signs'
import { isEmail } from '@/lib/domain/email-address'
import { foldText, splitSearch } from '@/lib/domain/fold-text'
import { toMinor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { digitsOf, PHONE_DIGITS_MAX, readTypedPhone } from '@/lib/domain/phone'
import { payments } from '@/lib/messages/payments'

/** Number of other terms beside an e-mail, a number or an id from which a text is a message that no row contains. */
const MESSAGE_TERMS_MIN = 3
/** Digits from which a number in a message may be a phone. */
const PHONE_DIGITS_MIN = 8

/** Signs of a sentence or of a messenger's formatting, before an address and after it. */
const BEFORE = /^[<([{'‘“"«*_~¿¡#]+/u
const AFTER = /[>)\]}'’”"»*_~.,;:!?…]+$/u

/**
 * Returns the text that a search looks for: the id at the end of a payment page's or receipt's URL, or the phone, e-mail
 * or id in a pasted message or link; otherwise the text itself, without invisible characters.
 */
export function searchedText(text: string): string {
  const plain = text.replace(/\p{Cf}/gu, '').trim()
  if (plain === '' || readTypedPhone(plain, null)) return plain || text
  const found = ofAddress(plain) ?? emailIn(plain) ?? phoneIn(plain) ?? idIn(plain)
  return found ?? plain.slice(0, QUERY_TEXT_MAX).trim()
}

/** Returns what the URLs in a text are about: the first one that ends with an id, else the first one. */
function ofAddress(text: string): string | undefined {
  const found = partsOf(text).flatMap(({ part }) => ofUrl(part) ?? [])
  return found.find((one) => ID.test(one)) ?? found[0]
}

/**
 * Returns what one URL is about: the phone or text of a messenger's link, the address of `mailto:`, the last segment of
 * another one. Address bars and the share screen show URLs without their scheme.
 */
function ofUrl(part: string): string | undefined {
  const [, scheme, address = ''] = /^(mailto|sms):([^?,;]+)/i.exec(part) ?? []
  if (scheme) return decoded(address)
  const [, web, path] =
    /^(https?:\/\/|whatsapp:\/\/)?((?:[^\s/]+[.:][^\s/]+|localhost|send)\/?\S*)$/i.exec(part) ?? []
  if (path === undefined || !/[/?]/.test(path)) return undefined
  const url = URL.canParse(`http://${path}`) ? new URL(`http://${path}`) : null
  if (url && (/^whatsapp/i.test(web ?? '') || /(?:^|\.)(?:wa\.me|whatsapp\.com)$/.test(url.hostname))) {
    const phone = digitsOf(url.searchParams.get('phone') ?? url.pathname)
    if (phone.length >= PHONE_DIGITS_MIN) return `+${phone}`
    const message = url.searchParams.get('text')
    return message === null ? undefined : searchedText(message)
  }
  const last = path.includes('/') ? path.split(/[?#]/)[0]?.split('/').slice(1).findLast(Boolean) : undefined
  // Without a scheme any two terms with a slash between them might be a URL.
  return last && (web || ID.test(last)) ? last : undefined
}

function emailIn(text: string): string | undefined {
  return partsOf(text).find(({ part, at }) => isEmail(part) && standsOut(text, part, at))?.part
}

function idIn(text: string): string | undefined {
  return partsOf(text).find(({ part, at }) => ID.test(part) && standsOut(text, part, at))?.part
}

const PHONE =
  /(?<![\p{L}\p{N}_.,-])(?:[+＋] ?)?\(?\p{Nd}[\p{Nd} \u00A0\u2009\u202F()./‐‑–-]{5,}\p{Nd}(?![\p{L}\p{N}_]|[.,]\d)/gu
const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/

/** Returns a number in a text with its country code, written in groups like a phone, or within a message. */
function phoneIn(text: string): string | undefined {
  for (const { 0: number, index } of text.matchAll(PHONE)) {
    const digits = digitsOf(number)
    if (digits.length < PHONE_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX || DATE.test(number)) continue
    const isMoney =
      /(?:\p{Sc}|\b[A-Z]{3}) ?$/u.test(text.slice(0, index)) ||
      /^ ?(?:\p{Sc}|[A-Z]{3}\b)/u.test(text.slice(index + number.length))
    if (/^[+＋]/.test(number) || (/\p{Nd}[ )]/u.test(number) && !isMoney) || standsOut(text, number, index))
      return number
  }
  return undefined
}

/** Returns whether a part of a text is what the text is about: alone in brackets, after a label or another field, or within
 * a message. */
function standsOut(text: string, part: string, at: number): boolean {
  const before = text.slice(0, at)
  const beside = `${before} ${text.slice(at + part.length)}`.match(/\p{L}+/gu)?.length ?? 0
  const isLabelled = /[:<([,;\t\n]\s*$|mail\s*$/i.test(before)
  return (
    isLabelled ||
    beside >= MESSAGE_TERMS_MIN ||
    (before.replace(BEFORE, '') === '' && text.slice(at + part.length).replace(AFTER, '') === '')
  )
}

/** Returns the parts of a text between spaces without the signs around them, each with its position. */
function partsOf(text: string) {
  return [...text.matchAll(/[^\s<>()[\]{}"“”«»|]+/g)].map(({ 0: part, index }) => {
    const begun = part.replace(BEFORE, '')
    return { part: begun.replace(AFTER, ''), at: index + part.length - begun.length }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
/** Label before the digits of a customer's card in the list. */
const SAVED = payments.savedCard('')

/**
 * Returns the card in a search text, written as pages write cards or by its brand and last four digits; null without one.
 */
export function typedCard(text: string): TypedCard | null {
  const plain = text.startsWith(SAVED) ? `••${text.slice(SAVED.length)}` : text
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
 * Returns the possible meanings of `120.50`, `120,50 USD`, `$120`, `R$ 120` or `+120` in minor units of `currency`, for either way of
 * grouping digits, so that a search needs no locale; at most two. Empty for anything else, and for a currency that is
 * unknown here.
 */
export function typedAmounts(text: string, currency: string): number[] {
  if (!isCurrency(currency) || !/\p{Nd}/u.test(text)) return []
  const { bare } = withoutSigns(text, currency)
  const digits = bare.replace(new RegExp(`^${currency}\\s*\\+?|${currency}$`, 'i'), '')
  const read = LOCALES.map((locale) => parseAmount(digits, currency, locale))
  const majors = read.flatMap((amount) =>
    amount.ok ? [amount.major] : amount.code === 'ambiguous' ? amount.readings : [],
  )
  return [...new Set(majors)].flatMap((major) => {
    const amount = toMinor(major, currency)
    return amount.ok ? [amount.minor] : []
  })
}

/** Returns the folded signs of a currency: `r$`, `kr`. */
function signsOf(currency: string): string[] {
  return currencySigns(currency).map((sign) => foldText(sign))
}

let common: string[] | undefined

/** Returns the signs that mean an amount in any account: those of all currencies but single Latin letters. */
function commonSigns(): string[] {
  common ??= [...new Set(currencyCodes.flatMap(signsOf))].filter((sign) => !/^[a-z]$/.test(sign))
  return common
}

const patterns = new Map<string, { before: RegExp; after: RegExp }>()

function patternsOf(currency: string): { before: RegExp; after: RegExp } {
  const found = patterns.get(currency)
  if (found) return found
  const signs = [...commonSigns(), ...(currency === '' ? [] : signsOf(currency))]
    .toSorted((one, other) => other.length - one.length)
    .map((sign) => sign.replace(/[$./]/g, '\\$&'))
  // `US$` and `MEX$` follow one pattern, by country.
  const sign = `(?:${signs.join('|')}|[a-z]{1,3}\\$|\\p{Sc})\\.*`
  const made = {
    before: new RegExp(`^(${sign})?\\s*(?:\\+\\s*)?(?=\\p{Nd})`, 'u'),
    after: new RegExp(`(?<=\\p{Nd})\\s*${sign}$`, 'u'),
  }
  patterns.set(currency, made)
  return made
}

/**
 * Returns a folded text without the sign of a currency and the plus before its number, and whether it had a
 * sign. A sign of a single letter counts only in the account's `currency`.
 */
function withoutSigns(text: string, currency = ''): { bare: string; hasSign: boolean } {
  const { before, after } = patternsOf(currency)
  const folded = foldText(text)
    .trim()
    .replace(/^\+\s*/, '')
  const hasSign = Boolean(before.exec(folded)?.[1]) || after.test(folded)
  return { bare: folded.replace(before, '').replace(after, ''), hasSign }
}

/** Returns whether a term of `splitSearch` is the code or a sign of an account's currency, or a common sign. */
function isCurrencyTerm(word: string, currency: string): boolean {
  const names = [currency, ...signsOf(currency), ...commonSigns()]
  return names.some((name) => splitSearch(name).join('') === word)
}
