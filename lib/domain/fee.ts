import { decimalParts, roundHalfUp } from './money'

/** A fee: `percentPpm` parts per million of the amount (2.9 % = 29,000) plus `fixedMinor` minor units. */
export type FeeRate = { readonly percentPpm: number; readonly fixedMinor: number }

/** Returns the fee in minor units of one approved payment, rounded half up once (decisions: fee units). */
export function feeMinor(amountMinor: number, rate: FeeRate): number {
  const share = roundHalfUp(BigInt(amountMinor) * BigInt(rate.percentPpm), 1_000_000n)
  return Number(share + BigInt(rate.fixedMinor))
}

// One percentage point is 10,000 parts per million.
const PPM_DECIMALS = 4

/** Converts percentage points to parts per million (2.9 → 29,000). Throws RangeError outside 0 to 100. */
export function percentToPpm(percentPoints: number): number {
  if (!(percentPoints >= 0 && percentPoints <= 100)) throw new RangeError('a percentage is 0 to 100')
  const { digits, scale } = decimalParts(String(percentPoints))
  if (scale > PPM_DECIMALS) throw new RangeError('a percentage has at most four decimals')
  return Number(digits * 10n ** BigInt(PPM_DECIMALS - scale))
}

/** Converts parts per million to percentage points, the unit of `balance.fee_schedule.percent` (29,000 → 2.9). */
export function ppmToPercent(ppm: number): number {
  const digits = BigInt(ppm)
    .toString()
    .padStart(PPM_DECIMALS + 1, '0')
  return Number(`${digits.slice(0, -PPM_DECIMALS)}.${digits.slice(-PPM_DECIMALS)}`)
}

/** Returns the smallest amount (minor units) that leaves `netMinor` after its fee; null if none does. */
export function grossOfNet(netMinor: number, rate: FeeRate): number | null {
  const kept = 1_000_000 - rate.percentPpm
  if (kept <= 0) return null
  // Rounding of the fee moves the result by at most a few units from the estimate.
  let gross = Math.max(0, Math.floor(((netMinor + rate.fixedMinor) * 1_000_000) / kept) - 2)
  while (gross - feeMinor(gross, rate) < netMinor) gross += 1
  while (gross > 0 && gross - 1 - feeMinor(gross - 1, rate) >= netMinor) gross -= 1
  return gross
}
