import * as z from 'zod'
import type { Customer } from '@/lib/contract/customer'
import { customerStatuses } from '@/lib/contract/states'
import { isDay } from '@/lib/domain/calendar-days'
import { type ListPage, listFields } from './list'
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

const { status, q, cursor } = listFields('customer', customerStatuses)
const day = z.string().refine(isDay).optional()

/** The filters of the customers list in its URL, in the order of an address. */
export const customerFilterSchema = z.object({
  status,
  q,
  card: z.enum(cardFilters).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type CustomerFilter = z.output<typeof customerFilterSchema>

/** How a customer's phone fits the searched one: the same, one digit different, or with the searched digits in it. */
export type PhoneMatch = 'exact' | 'near' | 'part'

/** A customer in the list or among search results. */
export type FoundCustomer = ShownCustomer & {
  /** National notation within the account's country, else international; masked like `phone`. */
  phone_shown: string | null
  /** Null where the search was not by phone, or found the customer by something else. */
  match: PhoneMatch | null
}

export type ListedCustomer = FoundCustomer & {
  /** Approved payments in the account's currency, in major units. */
  collected: number
  /** Creation of the newest approved payment. */
  last_payment_at: string | null
}

/** One page of customers; `newPhone` is the searched phone, in international notation, where nobody has it. */
export type CustomersPage = ListPage<ListedCustomer> & { newPhone: string | null }

/** The customer who has a phone or an e-mail already. */
export type KnownCustomer = { id: string; name: string; field: 'phone' | 'email' }
