import { asciiDigits } from './ascii-digits'

type BrandRule = {
  readonly label: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  readonly cvcLength: number
  readonly groups: readonly number[]
}

const FOURS = [4, 4, 4, 4, 3] as const
const USUAL = { cvcLength: 3, groups: FOURS } as const
const LONG = [16, 17, 18, 19] as const

/** Brands by their first digits, the more specific first. The key is the API's `brand`. */
export const cardBrands = {
  amex: { label: 'American Express', pattern: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
  diners: {
    ...USUAL,
    label: 'Diners Club',
    pattern: /^3(?:0[0-5]|[689])/,
    lengths: [14, 16, 19],
    groups: [4, 6, 4, 5],
  },
  jcb: { ...USUAL, label: 'JCB', pattern: /^35(?:2[89]|[3-8])/, lengths: LONG },
  discover: { ...USUAL, label: 'Discover', pattern: /^(?:6011|64[4-9]|65)/, lengths: LONG },
  unionpay: { ...USUAL, label: 'UnionPay', pattern: /^62/, lengths: LONG },
  mastercard: {
    ...USUAL,
    label: 'Mastercard',
    pattern: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
  },
  visa: { ...USUAL, label: 'Visa', pattern: /^4/, lengths: [13, 16, 19] },
} as const satisfies Record<string, BrandRule>

export type CardBrand = keyof typeof cardBrands

const brandNames = Object.keys(cardBrands) as readonly CardBrand[] // Object.keys forgets the key type.

/** Returns the brand as soon as the first digits determine it; null while unknown. */
export function brandOf(digits: string): CardBrand | null {
  return brandNames.find((brand) => cardBrands[brand].pattern.test(digits)) ?? null
}

/** Returns the display name of a brand; an unknown brand of another host is returned unchanged. */
export function brandLabel(brand: string): string {
  return Object.hasOwn(cardBrands, brand) ? cardBrands[brand as CardBrand].label : brand // hasOwn proved the key.
}

/** Returns the digits of a text typed into a card field, as ASCII. */
export function cardDigits(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, '')
}

/** Groups digits as printed on the card: `3782 822463 10005`. */
export function groupCardNumber(digits: string): string {
  const brand = brandOf(digits)
  const parts: string[] = []
  let rest = digits
  for (const size of brand ? cardBrands[brand].groups : FOURS) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return rest === '' ? parts.join(' ') : [...parts, rest].join(' ')
}

/** Returns whether the check digit is correct (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

export type CardExpiry = { readonly month: number; readonly year: number }

const EXPIRY_SEPARATOR = /\s*[/.\-‐-―−]\s*|\s+/g
const YEAR_FIRST = /^(20\d\d)(?:\/(\d{1,2})(?:\/\d\d)?|(\d\d))$/
/** `29/03`: no month, so the first part is a year. */
const SHORT_YEAR_FIRST = /^(1[3-9]|[2-9]\d)\/(0?[1-9]|1[0-2])$/
const MONTH_FIRST = /^(?:(\d{1,2})\/|(\d\d))(\d\d|20\d\d)$/

/** Parses `MM/YY` as people type it or password managers write it; null if it is no month and year. */
export function parseExpiry(text: string): CardExpiry | null {
  const plain = asciiDigits(text).trim().replace(EXPIRY_SEPARATOR, '/')
  const [, fullYear, ...monthLast] = YEAR_FIRST.exec(plain) ?? SHORT_YEAR_FIRST.exec(plain) ?? []
  const [, ...monthFirst] = MONTH_FIRST.exec(plain) ?? []
  const year = 2000 + (Number(fullYear ?? monthFirst[2]) % 100)
  const month = Number(fullYear ? (monthLast[0] ?? monthLast[1]) : (monthFirst[0] ?? monthFirst[1]))
  return month >= 1 && month <= 12 ? { month, year } : null
}

/** Formats an expiry date as `MM/YY`, as in the API (decisions: card expiry). */
export function formatExpiry({ month, year }: CardExpiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}

/** Returns whether the card has expired: it is valid to the end of its month, in UTC. */
export function isExpired({ month, year }: CardExpiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1)
}

/** Returns whether a security code has the number of digits of its brand; for an unknown brand, of any brand. */
export function fitsBrand(cvc: string, brand: CardBrand | null): boolean {
  const fits = brand ? cvc.length === cardBrands[brand].cvcLength : cvc.length === 3 || cvc.length === 4
  return fits && /^[0-9]+$/.test(cvc)
}

/** Card filter in a URL: `visa`, `4242`, or `visa-4242` for cards that match both. */
export const CARD_CHOICE = /^(?:[a-z]{2,20}|(?:[a-z]{2,20}-)?[0-9]{4})$/

/** A brand's key and the last four digits; null = any. */
export type CardChoice = { brand: string | null; last4: string | null }

/** Parses a text that matches CARD_CHOICE into brand and digits. */
export function readCardChoice(text: string): CardChoice {
  return {
    brand: text.match(/^[a-z]+/)?.[0] ?? null,
    last4: text.match(/[0-9]{4}$/)?.[0] ?? null,
  }
}

/** Returns the text of a brand, of four digits, or of both; empty for any card. */
export function cardChoiceText({ brand, last4 }: CardChoice): string {
  return [brand, last4].filter(Boolean).join('-')
}
