import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'

/**
 * Returns an amount minus its fee in major units, computed in whole minor units. Null if the currency or an amount does
 * not allow an exact result, because a wrong number must not be shown.
 */
export function netAmount(grossMajor: number, feeMajor: number, currency: string): number | null {
  if (!isCurrency(currency)) return null
  const gross = toMinor(grossMajor, currency)
  const fee = feeMajor === 0 ? ({ ok: true, minor: 0 } as const) : toMinor(feeMajor, currency)
  return gross.ok && fee.ok ? toMajor(gross.minor - fee.minor, currency) : null
}
