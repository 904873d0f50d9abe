import * as z from 'zod'
import type { Balance } from '@/lib/contract/balance'
import type { SettlementStatus } from '@/lib/contract/states'
import type { HostProblem } from './mirror'
import { monthField, type SettlementName, type TransferTimes } from './settlement'

/** The balance as the host last reported it. */
export type BalanceView = {
  /** Null where the host never answered. */
  balance: Balance | null
  /** When the request of that answer left, by the host's clock (ISO 8601). */
  at: string | null
  /** Null before the host was asked, false when it did not answer; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
  /** Null where the host does not report its schedule. */
  next: NextSettlement | null
  transferTimes: TransferTimes
}

/** The next settlement by the account's schedule. */
export type NextSettlement = {
  /** Calendar days of the account's zone: the first and last that it covers, and the one on which it is made. */
  first: string
  last: string
  made: string
  /** True where its period is over and it is about to be made. */
  isDue: boolean
  /** Net of what is collected for it until now, in major units; null where the host does not report enough to say so. */
  net: number | null
  /** Last day on which its transfer usually leaves; null without a history. */
  arrives: string | null
}

export const balanceFigures = ['available', 'in_transit', 'paid_out'] as const
export type BalanceFigure = (typeof balanceFigures)[number]

export const explanationFilterSchema = z.object({ figure: z.enum(balanceFigures) })

/** A row of which a figure consists. */
export type ExplainedRow = {
  id: string
  /** Payer of a payment. */
  payer: string | null
  /** Period of a settlement; null for a payment. */
  period: Pick<SettlementName, 'period_start' | 'period_end'> | null
  at: string
  amount: number
  /** Fee of a payment; null where it is not reported. */
  fee: number | null
}

/** A figure of the balance opened into what it consists of; amounts in major units of `currency`. */
export type Explanation = {
  figure: BalanceFigure
  currency: string
  /** The host's own figure. */
  amount: number
  /** Terms with their signs; null amounts are not reported by this host. */
  terms: { key: 'gross' | 'fees' | 'debt' | 'settlements'; amount: number | null; count: number | null }[]
  /** Part of the amount that the terms leave; 0 where they explain it. */
  unexplained: number
  /** The newest mirrored rows of which the first term consists: payments of `available`, else settlements. */
  rows: ExplainedRow[]
  /** All mirrored rows. */
  count: number
  sum: number
  /** The first term without the sum of the rows. */
  difference: number
  /** Sum of the rows' fees, by how many rows report theirs; null for settlements. */
  fees: { sum: number; reported: number } | null
  /** True where terms, rows and reported fees all sum. */
  adds_up: boolean
}

export const settlementMonthFilterSchema = z.object({ month: monthField.unwrap() })

/** Settlements that were made in a calendar month of the account's zone, newest first. */
export type SettlementMonth = {
  settlements: {
    id: string
    day: string
    /** The period whose payments it has: its first instant, and the first one after it. */
    period_start: string
    period_end: string
    net: number
    currency: string
    status: SettlementStatus
  }[]
}
