import * as z from 'zod'
import type { ShownLink } from './link'
import { searchField } from './list'
import type { ShownPayment } from './payment'

/** How many rows a noun's list has for the same search, and the text to search it with. */
export type More = { count: number; q: string }

/** A few links and payments that match a text. */
export type Found = {
  links: ShownLink[]
  payments: ShownPayment[]
  /** Null where all matches are here, or no list shows the rest. */
  more: { links: More | null; payments: More | null }
}

export const searchSchema = z.object({ q: searchField })
