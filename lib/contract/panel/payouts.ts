/** Bank account that receives payouts. */
export interface PayoutAccount {
  bankName: string
  holder: string
  last4: string
  /** Time from which it receives money, ISO 8601. */
  since: string
}

interface WaitingTransfer {
  id: string
  /** Decimal text in major units. */
  amount: string
  currency: string
  /** Code of the reason; null while the transfer is only in transit. */
  problem: string | null
}

export interface Payouts {
  account: PayoutAccount | null
  /** Account that a change has set for later. */
  next: PayoutAccount | null
  schedule: string
  waiting: readonly WaitingTransfer[]
}
