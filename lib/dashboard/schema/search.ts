import * as z from 'zod'
import type { FoundCustomer } from './customer'
import type { ShownLink } from './link'
import { searchField } from './list'
import type { ShownPayment } from './payment'
import type { ShownSettlement } from './settlement'

/**
 * Number of rows that a noun's list has for the same search (a minimum if older ones were not counted), and its search
 * text.
 */
export type More = { count: number; isLowerBound: boolean; q: string }

/** A few customers, links, payments and settlements that match a text. */
export type Found = {
  /** Customers; the one with a searched phone comes first. */
  customers: FoundCustomer[]
  links: ShownLink[]
  payments: ShownPayment[]
  settlements: ShownSettlement[]
  /** Null if all matches are included, or no list shows the rest. */
  more: { customers: More | null; links: More | null; payments: More | null; settlements: More | null }
  /** True for nouns of which no row contains the text, and those found resemble it. */
  near: { customers: boolean; links: boolean; payments: boolean }
  /** Searched phone in international notation, if no customer has it and the role may create customers. */
  newPhone: string | null
}

export const searchSchema = z.object({ q: searchField })
