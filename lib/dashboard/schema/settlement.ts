import * as z from 'zod'
import type { Settlement } from '@/lib/contract/settlement'
import { settlementStatuses } from '@/lib/contract/states'
import { type ListPage, listFields } from './list'
import type { ObjectState, RowMirror } from './mirror'

/** A settlement as pages show it. */
export type ShownSettlement = Settlement & {
  /** Part of gross − fees − debt = net that the host's figures leave, in major units: 0 where they add up. */
  unexplained: number
  mirror: RowMirror
}

/** Days and status of a settlement: its name on other pages. */
export type SettlementName = Pick<
  Settlement,
  'id' | 'status' | 'period_start' | 'period_end' | 'created_at' | 'paid_at'
>

/** One page of settlements. `totals.amount` is the net of the listed transfers in the account's currency. */
export type SettlementsPage = ListPage<ShownSettlement>

const { status, q, cursor } = listFields('settlement', settlementStatuses)

/** A calendar month of the account's zone, such as `2026-11`; no year whose neighbors a date cannot write in four digits. */
export const monthField = z
  .string()
  .regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/)
  .optional()

/** The filters of the settlements list in its URL, in the order of an address. A settlement belongs to the month in which it was made. */
export const settlementFilterSchema = z.object({ status, q, month: monthField, cursor })
export type SettlementFilter = z.output<typeof settlementFilterSchema>

/**
 * Working days from a settlement to its transfer, from the account's own paid settlements; `earliest` to `usual` covers nine
 * of ten. Null where fewer than three were paid.
 */
export type TransferTimes = { earliest: number; usual: number; settlements: number } | null

export type SettlementDetail = ObjectState & {
  settlement: ShownSettlement
  /** Mirrored payments of the settlement: how many, and their sum in major units. */
  mirrored: { count: number; gross: number }
  /** The settlement right before this one, which ended in the debt that this one took off. Null without one. */
  debtFrom: SettlementName | null
  /** The settlement right after this one, of which its host reports that it took this one's debt off. Null without one. */
  debtTakenBy: SettlementName | null
  transferTimes: TransferTimes
  /** Last day of the account's zone on which the transfer is usual; null where it was sent or nothing can be said. */
  expectedBy: string | null
  /** True once that day is over without a report of the transfer. */
  late: boolean
}
