import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import type { HostProblem } from './mirror'

/** The account as the host last reported it, with the fees of its balance. */
export type AccountView = {
  account: Account
  /** Fees; null if the host never returned its balance. */
  fees: (Balance['fee_schedule'] & { currency: string }) | null
  /** Null before the host was called, false if it did not respond; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
}
