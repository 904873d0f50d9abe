import { isCurrency } from '@/lib/domain/currencies'
import { toDecimalString } from '@/lib/domain/money'

/**
 * Returns a sum of the mirror's minor units in major units, as the nearest number: another host's sum may be too large
 * for an exact one. A currency that is unknown here has two decimals.
 */
export function shownAmount(amountMinor: bigint, currency: string): number {
  return isCurrency(currency) ? Number(toDecimalString(amountMinor, currency)) : Number(amountMinor) / 100
}
