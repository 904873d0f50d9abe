import * as z from 'zod'
import { isDay } from '@/lib/domain/calendar-days'

const day = z.string().refine(isDay)

/** Days of the account's zone that pasted bank lines cover, both included. */
export const bankPeriodSchema = z.object({ from: day, to: day })
export type BankPeriod = z.output<typeof bankPeriodSchema>

/** Settlement whose transfer left. */
export type PaidSettlement = {
  id: string
  reference: string | null
  /** Calendar day of the account's zone; null if the host does not report the transfer's date. */
  paid_day: string | null
  /** Digits, because JSON has no bigint. */
  net_minor: string
  payments: number
}

/** `complete` is false if there are more settlements than one response contains. */
export type PaidSettlements = { settlements: PaidSettlement[]; complete: boolean }
