import * as z from 'zod'
import { isDay } from '@/lib/domain/calendar-days'

const day = z.string().refine(isDay)

/** Days of the account's zone that a paste of bank lines covers, both included. */
export const bankPeriodSchema = z.object({ from: day, to: day })
export type BankPeriod = z.output<typeof bankPeriodSchema>

/** A settlement whose transfer left. */
export type PaidSettlement = {
  id: string
  reference: string | null
  /** Calendar day of the account's zone; null where the host does not report when the transfer left. */
  paid_day: string | null
  /** Digits, since JSON has no bigint. */
  net_minor: string
  payments: number
}

/** `complete` is false where there are more than one answer has. */
export type PaidSettlements = { settlements: PaidSettlement[]; complete: boolean }
