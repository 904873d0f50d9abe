import { numberFormat } from '@/lib/domain/formatters'

/** Upper limit of a percentage. Beyond a tenfold increase the shop has just started and the figure says little. */
const PERCENT_MAX = 999

/** Returns the change from the previous period's sum in whole percent; null if the previous sum is zero. */
export function comparedPercent(now: number, before: number): number | null {
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null
  return percent !== null && percent <= PERCENT_MAX ? percent : null
}

/**
 * Returns the approved share of decided payments, 0 to 1, rounded down to a tenth of a percent: with one decline it stays
 * below 1. Null if none was decided.
 */
export function approvedShare(approved: number, declined: number): number | null {
  const decided = approved + declined
  return decided > 0 ? Math.floor((approved * 1000) / decided) / 1000 : null
}

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
