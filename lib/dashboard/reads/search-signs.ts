import { currencyCodes } from '@/lib/domain/currencies'
import { currencySigns } from '@/lib/domain/currency-signs'
import { foldText, splitSearch } from '@/lib/domain/fold-text'

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
export function withoutSigns(text: string, currency = ''): { bare: string; hasSign: boolean } {
  const { before, after } = patternsOf(currency)
  const folded = foldText(text)
    .trim()
    .replace(/^\+\s*/, '')
  const hasSign = Boolean(before.exec(folded)?.[1]) || after.test(folded)
  return { bare: folded.replace(before, '').replace(after, ''), hasSign }
}

/** Returns whether a term of `splitSearch` is the code or a sign of an account's currency, or a common sign. */
export function isCurrencyTerm(word: string, currency: string): boolean {
  const names = [currency, ...signsOf(currency), ...commonSigns()]
  return names.some((name) => splitSearch(name).join('') === word)
}
