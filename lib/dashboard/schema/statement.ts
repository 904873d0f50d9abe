import * as z from 'zod'
import type { SettlementStatus } from '@/lib/contract/states'
import { monthField } from './settlement'

/** Movements that a page shows; of a longer month it offers the file. */
export const STATEMENT_LINES_MAX = 2_000

export const statementSchema = z.object({ month: monthField })

/** Totals of a calendar month of the account's zone, in major units of its currency. */
export type StatementMonth = {
  /** Such as `2026-11`. */
  month: string
  opening: number
  settlements: { count: number; gross: number; fees: number }
  transfers: { count: number; net: number }
  closing: number
}

/** One movement: a settlement that was made, or a transfer that left. Amounts in major units. */
export type StatementLine = {
  kind: 'settlement' | 'transfer'
  settlement_id: string
  /** When the settlement was made, or its transfer left (ISO 8601). */
  at: string
  status: SettlementStatus
  payments: number
  gross: number
  fees: number
  net: number
  reference: string | null
  /** Change of the balance: gross − fees of a settlement, −net of a transfer. */
  effect: number
  /** Balance after the movement. */
  balance: number
  /** Earlier debt that the settlement took off; 0 where the host reports none. */
  debt: number
  /** Part of gross − fees that neither debt nor net explain. */
  unexplained: number
  /** True where the host reports the transfer without its date; `at` is then the settlement's. */
  undated: boolean
}

export type Statement = StatementMonth & {
  currency: string
  /** False while the month goes on. */
  closed: boolean
  /** Null where there are more than `STATEMENT_LINES_MAX`. */
  lines: StatementLine[] | null
  /** Parts of the closing balance at the end of the month. */
  rest: { on_its_way: { count: number; net: number }; debt: number; unexplained: number }
  /** Approved payments of the month that no settlement contained at its end. */
  unsettled: { count: number; gross: number }
}

export type Statements = {
  currency: string
  /** Newest first, from the first settlement to now; empty without settlements. */
  months: StatementMonth[]
  /** Null where the month has none. */
  statement: Statement | null
}
