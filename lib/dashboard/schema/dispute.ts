import type * as z from 'zod'
import { listFilter } from './list'
import { laterDisputes } from './tabs'

/** Filters of the disputes in their URL. */
export const disputeFilterSchema = listFilter('payment', laterDisputes, {})
export type DisputeFilter = z.output<typeof disputeFilterSchema>

/** Disputes that need a response. */
export type OpenDisputes = {
  count: number
  /** True once the host has reported a dispute in any state. */
  isKnown: boolean
  /** Those whose deadline is next, by the id of their payment; `payer` as the role sees it. */
  next: { id: string; payer: string; amount: number; currency: string; due_at: string | null }[]
}
