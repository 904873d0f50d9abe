import * as z from 'zod'
import { listFields } from './list'
import { laterDisputes } from './tabs'

const { status, q, cursor } = listFields('payment', laterDisputes)

/** Filters of the disputes in their URL, in their order in a URL. */
export const disputeFilterSchema = z.object({ status, q, cursor })
export type DisputeFilter = z.output<typeof disputeFilterSchema>

/** Disputes that need a response. */
export type OpenDisputes = {
  count: number
  /** True once the host has reported a dispute in any state. */
  isKnown: boolean
  /** Those whose deadline is next, by the id of their payment; `payer` as the role sees it. */
  next: { id: string; payer: string; amount: number; currency: string; due_at: string | null }[]
}
