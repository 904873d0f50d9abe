import { isCurrency } from '@/lib/contract/currencies'
import { toMajor } from '@/lib/contract/money'

/** A sum of the mirror's minor units in major units; a currency that we do not know counts in hundredths. */
export function shownAmount(amountMinor: bigint, currency: string): number {
  return isCurrency(currency) ? toMajor(Number(amountMinor), currency) : Number(amountMinor) / 100
}
