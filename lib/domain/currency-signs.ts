import { numberFormat } from './formatters'

/** Signs that people write and Intl does not. */
const OTHER_SIGNS: Readonly<Record<string, readonly string[]>> = {
  CHF: ['Fr', 'SFr'],
  CNY: ['元'],
  HNL: ['Lps'],
  INR: ['Rs'],
  JPY: ['円'],
  KRW: ['원'],
  LKR: ['Rs'],
  MUR: ['Rs'],
  MZN: ['MT'],
  NPR: ['Rs'],
  PKR: ['Rs'],
  PYG: ['Gs'],
  RSD: ['дин'],
  RUB: ['руб'],
  TRY: ['TL'],
  USD: ['US$', 'U$S'],
  VES: ['Bs.F', 'Bs.D'],
}

const known = new Map<string, readonly string[]>()

/** Returns the signs of a currency (`R$`, `kr`) without its code, in English and its country's language. */
export function currencySigns(currency: string): readonly string[] {
  const found = known.get(currency)
  if (found) return found
  const country = currency.slice(0, 2)
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const signs = ['en', `${language}-${country}`].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      numberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === 'currency' ? [value.replace(/\.+$/, '').trim()] : [])),
    ),
  )
  const own = [...new Set([...signs, ...(OTHER_SIGNS[currency] ?? [])])].filter(
    (sign) => /[\p{L}\p{Sc}]/u.test(sign) && sign !== currency,
  )
  known.set(currency, own)
  return own
}

/** Returns a text without the code or sign of its currency at one of its ends: `R$ 12,50` and `12,50 BRL` are `12,50`. */
export function withoutCurrency(text: string, currency: string): string {
  const signs = [currency, ...currencySigns(currency)].map((sign) => sign.replace(/[$./]/g, '\\$&')).join('|')
  const plain = text.trim()
  const bare = plain.replace(new RegExp(`^(?:${signs})\\.?\\s*(?=[\\d.,])`, 'iu'), '')
  return bare === plain ? plain.replace(new RegExp(`(?<=[\\d.,])\\s*(?:${signs})\\.?$`, 'iu'), '') : bare
}
