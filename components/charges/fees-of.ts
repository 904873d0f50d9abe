import { isCurrency } from '@/lib/domain/currencies'
import { feeMinor, grossOfNet, percentToPpm } from '@/lib/domain/fee'
import { toMajor, toMinor } from '@/lib/domain/money'

/** The contract's `fee_schedule` (contract: balance). */
export type FeeSchedule = { percent: number; fixed: number }

/** Amounts in major units. With unknown fees `fee` is null and `net` equals `gross`. */
export type ChargeMoney = { gross: number; fee: number | null; net: number }

/**
 * Returns gross, fee and net of an amount in minor units, which is the gross or, with `isNet`, the net. Null if the fee
 * takes the whole amount.
 */
export function feesOf(
  minor: number,
  { currency, fees, isNet }: { currency: string; fees: FeeSchedule | null; isNet: boolean },
): ChargeMoney | null {
  if (!isCurrency(currency)) return null
  const rate = fees && rateOf(fees, currency)
  if (!rate) return { gross: toMajor(minor, currency), fee: null, net: toMajor(minor, currency) }
  const gross = isNet ? grossOfNet(minor, rate) : minor
  if (gross === null) return null
  const fee = feeMinor(gross, rate)
  return { gross: toMajor(gross, currency), fee: toMajor(fee, currency), net: toMajor(gross - fee, currency) }
}

/** Returns the fee rate; null for a schedule of another host that cannot be computed exactly. */
function rateOf({ percent, fixed }: FeeSchedule, currency: string) {
  try {
    const fixedMinor = fixed === 0 ? ({ ok: true, minor: 0 } as const) : toMinor(fixed, currency)
    return fixedMinor.ok ? { percentPpm: percentToPpm(percent), fixedMinor: fixedMinor.minor } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
