import { type FeeRate, feeMinor } from './money'

/**
 * Returns the smallest amount of which at least `netMinor` is left after its fee, in minor units; null where a fee takes
 * everything.
 */
export function grossOfNet(netMinor: number, rate: FeeRate): number | null {
  const kept = 1_000_000 - rate.percentPpm
  if (kept <= 0) return null
  // The rounding of the fee moves the answer by one unit for each unit that the share changes: a short way from the estimate.
  let gross = Math.max(0, Math.floor(((netMinor + rate.fixedMinor) * 1_000_000) / kept) - 2)
  while (gross - feeMinor(gross, rate) < netMinor) gross += 1
  while (gross > 0 && gross - 1 - feeMinor(gross - 1, rate) >= netMinor) gross -= 1
  return gross
}
