import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'
import { keptDispute } from './face'

/** Returns what the refunds leave of a payment in major units; null as `netAmount`. */
export function leftAmount({ amount, refunded_amount: refunded, currency }: ShownPayment): number | null {
  return netAmount(currency, amount, refunded ?? 0)
}

/** Returns a payment's fee without what refunds returned of it, in major units; null if a refund is not listed or as `netAmount`. */
export function feeKept({ fee_amount: fee, refunds: listed, currency }: ShownPayment): number | null {
  const refunds = listed ?? []
  if (typeof fee !== 'number' || refunds.length >= SHOWN_REFUNDS_MAX) return null
  return netAmount(currency, fee, ...refunds.map(({ fee_returned: returned }) => returned ?? 0))
}

/** Returns what the merchant keeps of a refunded or disputed payment, in major units; null as `feeKept`. */
export function keptAmount(payment: ShownPayment): number | null {
  const { amount, refunded_amount: refunded, currency } = payment
  const taken = keptDispute(payment)
  const fee = feeKept(payment)
  if (fee === null) return null
  return netAmount(currency, amount, refunded ?? 0, fee, taken?.amount ?? 0, taken?.fee_amount ?? 0)
}

/** Returns an amount minus others in major units, computed in minor units; null if no exact result is possible. */
export function netAmount(currency: string, gross: number, ...parts: number[]): number | null {
  if (!isCurrency(currency)) return null
  let net = 0
  for (const [index, major] of [gross, ...parts].entries()) {
    if (major === 0) continue
    const amount = toMinor(major, currency)
    if (!amount.ok) return null
    net += index === 0 ? amount.minor : -amount.minor
  }
  return toMajor(net, currency)
}
