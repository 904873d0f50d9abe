import { numberFormat } from '@/lib/domain/formatters'

/** As wide as a digit, so that it is seen; a hyphen is not. */
const MINUS = '\u2212'

/** How a sum changed, from whole per cent: `+13%`, `−7%`, `0%`, as the locale writes it. */
export function changeText(percent: number, locale: string): string {
  const format = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return format.format(percent / 100).replace('-', MINUS)
}

/** A share, 0 to 1, always with one decimal: `90.1%`, `100.0%`. */
export function shareText(share: number, locale: string): string {
  const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return numberFormat(locale, { style: 'percent', ...ONE_DECIMAL }).format(share)
}
