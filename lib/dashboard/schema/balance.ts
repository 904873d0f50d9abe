import type { Balance } from '@/lib/contract/balance'
import type { HostProblem } from './mirror'
import type { TransferTimes } from './settlement'

/** The balance as the host last reported it. */
export type BalanceView = {
  /** Null where the host never answered. */
  balance: Balance | null
  /** When the request of that answer left, by the host's clock (ISO 8601). */
  at: string | null
  /** Null before the host was asked, false when it did not answer; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
  next: NextSettlement | null
  transferTimes: TransferTimes
}

/** The next settlement by the account's schedule; null parts where the host does not report what they need. */
export type NextSettlement = {
  /** Calendar days of the account's zone: the first and last that it covers, and the one on which it is made. */
  first: string
  last: string
  made: string
  /** Net of what is collected until now, in major units; what is collected until then comes on top. */
  net: number | null
  /** Last day on which its transfer usually leaves. */
  arrives: string | null
}

export const balanceFigures = ['available', 'in_transit', 'paid_out'] as const
export type BalanceFigure = (typeof balanceFigures)[number]

/** A figure of the balance opened into what it consists of; amounts in major units of the account's currency. */
export type Explanation = {
  figure: BalanceFigure
  /** The host's own figure. */
  amount: number
  /** Terms with their signs, such as gross, −fees and −debt; null amounts are not reported by this host. */
  terms: { key: 'gross' | 'fees' | 'debt' | 'settlements'; amount: number | null; count: number | null }[]
  /** Part of the amount that the terms leave ; 0 where they explain it. */
  unexplained: number
  /** The newest rows of which the first term consists, and how many there are in all. */
  rows: { id: string; noun: 'payments' | 'settlements'; label: string; at: string; amount: number }[]
  count: number
  /** Sum of all rows. */
  sum: number
  /** True where the rows sum to the first term. */
  adds_up: boolean
}
