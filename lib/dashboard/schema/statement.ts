import * as z from 'zod'
import type { SettlementStatus } from '@/lib/contract/states'
import { isDay } from '@/lib/domain/calendar-days'
import { monthField } from './settlement'

/** Movements that a page shows; a longer month is offered as a file. */
export const STATEMENT_LINES_MAX = 2_000

export const statementSchema = z.object({ month: monthField })

/** Totals of a calendar month of the account's zone, in major units of its currency. */
export type StatementMonth = {
  /** Month, such as `2026-11`. */
  month: string
  opening: number
  /** Number of created settlements, and what they settled. */
  settlements: number
  gross: number
  fees: number
  refunds: number
  disputes: number
  /** Number of transfers that left, and their sum. */
  transfers: number
  net: number
  /** Closing balance = settlements on their way (`waiting`, `waiting_net`) + debt (negative) + unexplained. */
  closing: number
  waiting: number
  waiting_net: number
  debt: number
  unexplained: number
}

/** One movement: a created settlement, or a transfer that left. Amounts in major units; null for a transfer. */
export type StatementLine = {
  kind: 'settlement' | 'transfer'
  settlement_id: string
  /** Creation time of the settlement, or time of its transfer (ISO 8601). */
  at: string
  status: SettlementStatus
  payments: number | null
  gross: number | null
  fees: number | null
  /** Amounts that the settlement took off; 0 if the host reports none. */
  refunds: number | null
  disputes: number | null
  debt: number | null
  /** Part of gross − fees − refunds − disputes that neither debt nor net explains. */
  unexplained: number | null
  net: number
  /** Reference of a transfer. */
  reference: string | null
  /** Change of the balance: gross − fees − refunds − disputes of a settlement, −net of a transfer. */
  effect: number
  /** Balance after the movement. */
  balance: number
  /** True if the host reports the transfer without its date; `at` is then the settlement's. */
  undated: boolean
}

const day = z.string().refine(isDay)

/** Days of the account's zone that pasted bank lines cover, both included. */
export const bankPeriodSchema = z.object({ from: day, to: day })

/** Settlement whose transfer left, or is on its way as far as the mirror knows. */
export type PaidSettlement = {
  id: string
  reference: string | null
  pending: boolean
  /**
   * Calendar day of the account's zone on which the transfer left, or on which a pending settlement was created; null if
   * the host does not report it.
   */
  day: string | null
  /** Digits, because JSON has no bigint. */
  net_minor: string
}
