import * as z from 'zod'
import type { Settlement } from '@/lib/contract/settlement'
import { settlementStatuses } from '@/lib/contract/states'
import { listFilter } from './list'
import type { RowMirror } from './mirror'

/** Settlement as pages show it. */
export type ShownSettlement = Settlement & {
  /** Part of the net that its terms do not explain, in major units: 0 if they add up. */
  unexplained: number
  mirror: RowMirror
}

/** Days and status of a settlement, which name it on other pages. */
export type SettlementName = Pick<
  Settlement,
  'id' | 'status' | 'period_start' | 'period_end' | 'created_at' | 'paid_at'
>

/** Calendar month of the account's zone, such as `2026-11`; excludes years whose neighbors need more than four digits. */
export const monthField = z
  .string()
  .regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/)
  .optional()

/**
 * Filters of the settlements list in its URL, in their order in a URL. A settlement belongs to the month of its creation.
 */
export const settlementFilterSchema = listFilter('settlement', settlementStatuses, { month: monthField })
export type SettlementFilter = z.output<typeof settlementFilterSchema>

/**
 * Working days from a settlement to its transfer, from the account's own paid settlements; nine of ten are between
 * `earliest` and `usual`. Null if fewer than three were paid.
 */
export type TransferTimes = { earliest: number; usual: number; settlements: number } | null
