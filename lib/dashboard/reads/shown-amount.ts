import { isCurrency } from '@/lib/domain/currencies'
import { toDecimalString } from '@/lib/domain/money'

/**
 * A sum of the mirror's minor units in major units, the number nearest to it: another host's may be larger than any
 * that is exact. A currency that we do not know counts in hundredths.
 */
export function shownAmount(amountMinor: bigint, currency: string): number {
  return isCurrency(currency) ? Number(toDecimalString(amountMinor, currency)) : Number(amountMinor) / 100
}
