/** Sums of a settlement, or of what a balance has available, under the contract's names. */
type NetSums = {
  gross_amount: number
  fee_amount: number
  refund_amount?: number | null | undefined
  dispute_amount?: number | null | undefined
  debt_amount?: number | null | undefined
}

/** Returns the terms that add up to a net, in major units: what it takes off is negative, and omitted if it is zero. */
export function netTerms(sums: NetSums) {
  const { gross_amount, fee_amount, refund_amount, dispute_amount, debt_amount } = sums
  const terms = [
    { key: 'gross', amount: gross_amount },
    { key: 'fees', amount: 0 - fee_amount },
    { key: 'refunds', amount: 0 - (refund_amount ?? 0) },
    { key: 'disputes', amount: 0 - (dispute_amount ?? 0) },
    { key: 'debt', amount: 0 - (debt_amount ?? 0) },
  ] as const
  return terms.filter(({ key, amount }) => amount !== 0 || key === 'gross' || key === 'fees')
}
