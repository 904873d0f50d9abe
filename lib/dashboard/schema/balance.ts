import * as z from 'zod'
import type { Balance } from '@/lib/contract/balance'
import type { SettlementStatus } from '@/lib/contract/states'
import type { SettlementDays } from '@/lib/domain/settlement-days'
import type { HostProblem } from './mirror'
import { monthField, type SettlementName } from './settlement'
import { balanceFigures } from './tabs'

/** The balance as the host last reported it. */
export type BalanceView = {
  /** Balance; null if the host never responded. */
  balance: Balance | null
  /** Time of that request, by the host's clock (ISO 8601). */
  at: string | null
  /** Null before the host was called, false if it did not respond; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
  /** Next settlement by the account's schedule; null if the host does not report it. Days are of the account's zone. */
  next:
    | (SettlementDays & {
        /** Net collected for it so far, in major units; null without a balance. */
        net: number | null
        /** Last day on which its transfer usually leaves; null without a history. */
        arrives: string | null
      })
    | null
  /** Month of the oldest settlement (`2026-11`); null without one. */
  firstMonth: string | null
}

export type BalanceFigure = (typeof balanceFigures)[number]

/** A figure, and when the host returned it: a newer balance has its own explanation. */
export const explanationFilterSchema = z.object({ figure: z.enum(balanceFigures), at: z.string().optional() })

/** Row that contributes to a figure. */
export type ExplainedRow = {
  id: string
  /** Payer of a payment. */
  payer: string | null
  /** Period of a settlement; null for a payment. */
  period: Pick<SettlementName, 'period_start' | 'period_end'> | null
  at: string
  amount: number
  /** Fee of a payment; null if it is not reported. */
  fee: number | null
}

/** Figure of the balance with its parts; amounts in major units of `currency`. */
export type Explanation = {
  figure: BalanceFigure
  currency: string
  /** The host's own figure. */
  amount: number
  /** Signed terms; the first one with the number of its objects. */
  terms: {
    key: 'gross' | 'fees' | 'refunds' | 'disputes' | 'debt' | 'settlements'
    amount: number
    count?: number
  }[]
  /** Part of the amount that the terms do not explain; 0 if they add up. */
  unexplained: number
  /** Newest mirrored rows of the first term: payments of `available`, otherwise settlements. */
  rows: ExplainedRow[]
  /** Number of all mirrored rows. */
  count: number
  sum: number
  /** First term minus the sum of the rows. */
  difference: number
  /** Sum of the rows' fees, and the number of rows that report theirs; null for settlements. */
  fees: { sum: number; reported: number } | null
  /** True if terms, rows and reported fees all add up. */
  adds_up: boolean
}

export const settlementMonthFilterSchema = z.object({ month: monthField.unwrap() })

/** Settlements whose payments end in a calendar month of the account's zone, newest first. */
export type SettlementMonth = {
  settlements: {
    id: string
    /** Last day of its payments. */
    day: string
    /** First instant of the period, and the first instant after it. */
    period_start: string
    period_end: string
    net: number
    currency: string
    status: SettlementStatus
  }[]
}
