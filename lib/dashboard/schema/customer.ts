import * as z from 'zod'
import type { Customer } from '@/lib/contract/customer'
import { customerStatuses } from '@/lib/contract/states'
import { dayFields, type ListPage, listFilter } from './list'
import type { RowMirror } from './mirror'

/** States of a saved card by the account's calendar: `expiring` within 60 days. */
const cardStates = ['none', 'saved', 'expiring', 'expired'] as const
export type CardState = (typeof cardStates)[number]

/** Customer as pages show it. */
export type ShownCustomer = Customer & {
  card_state: CardState
  /** True if phone, e-mail and notes are masked for the member's role. */
  masked: boolean
  mirror: RowMirror
}

/** Filters of the customers list in its URL. */
export const customerFilterSchema = listFilter('customer', customerStatuses, {
  card: z.enum(cardStates).optional(),
  ...dayFields,
})
export type CustomerFilter = z.output<typeof customerFilterSchema>

/**
 * Match of a customer's phone with the searched one: the same, one digit different, or containing the searched digits.
 */
export type PhoneMatch = 'exact' | 'near' | 'part'

/** Customer in the list or among search results. */
export type FoundCustomer = ShownCustomer & {
  /** National format within the account's country, otherwise international; masked like `phone`. */
  phone_shown: string | null
  /** Null if the search was not by phone, or matched something else. */
  match: PhoneMatch | null
}

export type ListedCustomer = FoundCustomer & {
  /** Approved payments in the account's currency, in major units. */
  collected: number
  /** Creation time of the newest approved payment. */
  last_payment_at: string | null
}

/** One page of customers; `newPhone` is the searched phone in international notation, if no customer has it. */
export type CustomersPage = ListPage<ListedCustomer> & { newPhone: string | null }

/** Existing customer with the same phone or e-mail. */
export type KnownCustomer = { id: string; name: string; field: 'phone' | 'email' }

/** Phone formatted for display, and in the form to dial and to copy; masked ones cannot be dialled. */
export type ShownPhone = { shown: string; dialled: string | null }

/** Contact of one customer, unmasked. */
export type RevealedContact = Pick<Customer, 'email' | 'notes'> & { phone: ShownPhone | null }
