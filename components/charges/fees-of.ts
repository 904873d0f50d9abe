import { isCurrency } from '@/lib/domain/currencies'
import { feeMinor, grossOfNet, percentToPpm } from '@/lib/domain/fee'
import { toMajor, toMinor } from '@/lib/domain/money'

/** Contract: balance, `fee_schedule`. */
export type FeeSchedule = { percent: number; fixed: number }

/** Major units; without fees the fee is null and nothing is taken. */
export type ChargeMoney = { gross: number; fee: number | null; net: number }

/**
 * Returns what a customer pays, the fee and what is left, for an amount in minor units that is the gross or, with `isNet`, what is
 * to be left. Null where the fee takes everything.
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

/** Null for a schedule that another host writes in a way that cannot be computed exactly. */
function rateOf({ percent, fixed }: FeeSchedule, currency: string) {
  try {
    const fixedMinor = fixed === 0 ? ({ ok: true, minor: 0 } as const) : toMinor(fixed, currency)
    return fixedMinor.ok ? { percentPpm: percentToPpm(percent), fixedMinor: fixedMinor.minor } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
