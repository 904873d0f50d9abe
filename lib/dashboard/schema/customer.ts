import * as z from 'zod'
import type { Customer } from '@/lib/contract/customer'
import { customerStatuses } from '@/lib/contract/states'
import { listFields } from './list'
import type { RowMirror } from './mirror'
import { periods } from './period'

/** State of a saved card on the calendar of the account: `expiring` within 60 days; `unknown` where the host's expiry cannot be read. */
export const cardStates = ['none', 'saved', 'expiring', 'expired', 'unknown'] as const
export type CardState = (typeof cardStates)[number]

/** A customer as pages show it. */
export type ShownCustomer = Customer & {
  card_state: CardState
  /** True where phone, e-mail and notes are masked for the member's role. */
  masked: boolean
  mirror: RowMirror
}

/** States of a card that a list can be narrowed to. */
export const cardFilters = ['none', 'saved', 'expiring', 'expired'] as const
export type CardFilter = (typeof cardFilters)[number]

/** The filters of the customers list in its URL. */
export const customerFilterSchema = z.object({
  ...listFields('customer', customerStatuses),
  card: z.enum(cardFilters).optional(),
  period: z.enum(periods).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type CustomerFilter = z.output<typeof customerFilterSchema>
