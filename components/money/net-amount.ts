import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'

/**
 * What is left of an amount after its fee, major units, computed in whole minor units. Null where the currency or an
 * amount is not one that can be computed exactly: a number that might be wrong is not shown.
 */
export function netAmount(grossMajor: number, feeMajor: number, currency: string): number | null {
  if (!isCurrency(currency)) return null
  const gross = toMinor(grossMajor, currency)
  const fee = feeMajor === 0 ? ({ ok: true, minor: 0 } as const) : toMinor(feeMajor, currency)
  return gross.ok && fee.ok ? toMajor(gross.minor - fee.minor, currency) : null
}
