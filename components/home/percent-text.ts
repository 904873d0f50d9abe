import { numberFormat } from '@/lib/domain/formatters'

/** Minus sign as wide as a digit, which is more visible than a hyphen. */
const MINUS = '\u2212'

/** Returns a change of whole percent in the locale's format: `+13%`, `−7%`, `0%`. */
export function changeText(percent: number, locale: string): string {
  const format = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return format.format(percent / 100).replace('-', MINUS)
}

/** Returns a share, 0 to 1, with one decimal: `90.1%`, `100.0%`. */
export function shareText(share: number, locale: string): string {
  const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return numberFormat(locale, { style: 'percent', ...ONE_DECIMAL }).format(share)
}
