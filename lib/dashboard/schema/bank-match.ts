import * as z from 'zod'
import { isDay } from '@/lib/domain/calendar-days'

const day = z.string().refine(isDay)

/** Days of the account's zone that pasted bank lines cover, both included. */
export const bankPeriodSchema = z.object({ from: day, to: day })
export type BankPeriod = z.output<typeof bankPeriodSchema>

/** Settlement whose transfer left, or is on its way as far as the mirror knows. */
export type PaidSettlement = {
  id: string
  reference: string | null
  /** Day of its creation if it is on its way. */
  pending_day: string | null
  /** Calendar day of the account's zone; null if the host does not report the transfer's date. */
  paid_day: string | null
  /** Digits, because JSON has no bigint. */
  net_minor: string
  payments: number
}

export type PaidSettlements = {
  settlements: PaidSettlement[]
  /** False if there are more settlements than one response contains. */
  complete: boolean
  /** Instant and day of the account's zone up to which the mirror is complete; null if it is live. */
  known_until: { at: string; day: string } | null
}
