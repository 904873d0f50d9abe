import * as z from 'zod'
import type { FoundCustomer } from './customer'
import type { ShownLink } from './link'
import { searchField } from './list'
import type { ShownPayment } from './payment'
import type { ShownSettlement } from './settlement'

/** How many rows a noun's list has for the same search, at least where older ones were not counted, and the text to search it with. */
export type More = { count: number; isLeast: boolean; q: string }

/** A few customers, links, payments and settlements that match a text. */
export type Found = {
  /** The customer with a searched phone first. */
  customers: FoundCustomer[]
  links: ShownLink[]
  payments: ShownPayment[]
  settlements: ShownSettlement[]
  /** Null where all matches are here, or no list shows the rest. */
  more: { customers: More | null; links: More | null; payments: More | null; settlements: More | null }
  /** The searched phone, in international notation, where nobody has it and the role may create customers. */
  newPhone: string | null
}

export const searchSchema = z.object({ q: searchField })
