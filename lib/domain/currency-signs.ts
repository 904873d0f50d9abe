import { numberFormat } from './formatters'

/** Signs in use that Intl does not know in English. */
const MORE_SIGNS: Readonly<Record<string, readonly string[]>> = {
  CHF: ['Fr', 'SFr'],
  CRC: ['₡'],
  DKK: ['kr'],
  DOP: ['RD$'],
  NOK: ['kr'],
  PEN: ['S/'],
  SEK: ['kr'],
  TRY: ['TL'],
  USD: ['US$'],
}

/** Returns the ways to write a currency beside an amount: its code and its signs, such as `BRL` and `R$`. */
export function currencySigns(currency: string): readonly string[] {
  const shown = (['narrowSymbol', 'symbol'] as const).flatMap((currencyDisplay) =>
    numberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )
  return [...new Set([currency, ...shown, ...(MORE_SIGNS[currency] ?? [])])]
}

/** Returns a text without the code or sign of its currency at one of its ends: `R$ 12,50` and `12,50 BRL` are `12,50`. */
export function withoutCurrency(text: string, currency: string): string {
  const signs = currencySigns(currency)
    .map((sign) => sign.replace(/[$./]/g, '\\$&'))
    .join('|')
  const plain = text.trim()
  const bare = plain.replace(new RegExp(`^(?:${signs})\\.?\\s*(?=[-+]?[\\d.,])`, 'iu'), '')
  return bare === plain ? plain.replace(new RegExp(`(?<=[\\d.,])\\s*(?:${signs})\\.?$`, 'iu'), '') : bare
}
