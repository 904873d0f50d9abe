import { isCurrency } from '@/lib/domain/currencies'
import { toDecimalString } from '@/lib/domain/money'

/** Returns minor units as decimal text. An unknown currency is treated as one with two decimals. */
export function decimalText(minor: bigint, currency: string): string {
  return isCurrency(currency) ? toDecimalString(minor, currency) : String(Number(minor) / 100)
}

/** Returns the major units nearest to the minor units. */
export function majorOf(minor: bigint | string, currency: string): number {
  return Number(decimalText(BigInt(minor), currency))
}
