import { isCurrency } from '@/lib/domain/currencies'
import { toDecimalString } from '@/lib/domain/money'

/** Returns minor units as decimal text; a currency that is unknown here counts in hundredths. */
export function decimalText(minor: bigint, currency: string): string {
  return isCurrency(currency) ? toDecimalString(minor, currency) : String(Number(minor) / 100)
}

/** Returns the major units nearest to minor ones. */
export function majorOf(minor: bigint | string, currency: string): number {
  return Number(decimalText(BigInt(minor), currency))
}
