import { currencyCodes, isCurrency } from '@/lib/domain/currencies'
import type { Environment } from '@/lib/platform/env'
import { acceptsCurrency } from './stripe/decimals'

export type ProcessorName = Environment['PROCESSOR']

/** Currencies that a processor charges in our minor units; the test bank takes all. */
const accepts: Readonly<Record<ProcessorName, (currency: string) => boolean>> = {
  test_bank: isCurrency,
  stripe: acceptsCurrency,
}

/** Returns the currencies (upper case, sorted) in which an account may charge with a processor. */
export function acceptedCurrencies(processor: ProcessorName): readonly string[] {
  return currencyCodes.filter(accepts[processor])
}

/** Returns whether an account may charge in a currency (upper case) with a processor. */
export function isAccepted(processor: ProcessorName, currency: string): boolean {
  return accepts[processor](currency)
}
