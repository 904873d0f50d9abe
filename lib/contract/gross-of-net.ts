import { type FeeRate, feeMinor } from './money'

/**
 * Returns the smallest amount, in minor units, that leaves at least `netMinor` after its fee; null if the fee takes
 * everything.
 */
export function grossOfNet(netMinor: number, rate: FeeRate): number | null {
  const kept = 1_000_000 - rate.percentPpm
  if (kept <= 0) return null
  // Rounding of the fee moves the result by at most a few units from the estimate.
  let gross = Math.max(0, Math.floor(((netMinor + rate.fixedMinor) * 1_000_000) / kept) - 2)
  while (gross - feeMinor(gross, rate) < netMinor) gross += 1
  while (gross > 0 && gross - 1 - feeMinor(gross - 1, rate) >= netMinor) gross -= 1
  return gross
}
