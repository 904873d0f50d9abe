import * as z from 'zod'
import type { FoundCustomer } from './customer'
import type { ShownLink } from './link'
import { searchField } from './list'
import type { ShownPayment } from './payment'
import type { ShownSettlement } from './settlement'

/** Searched nouns, in the order in which the palette shows them. */
export const foundNouns = ['customers', 'links', 'payments', 'settlements'] as const
export type FoundNoun = (typeof foundNouns)[number]

/** A few customers, links, payments and settlements that match a text. */
export type Found = {
  /** Text by which the lists find the same rows. */
  text: string
  /** Customers; the one with a searched phone comes first. */
  customers: FoundCustomer[]
  links: ShownLink[]
  payments: ShownPayment[]
  settlements: ShownSettlement[]
  /** True for nouns whose list has further matches. */
  more: Readonly<Record<FoundNoun, boolean>>
  /** True for nouns of which no row contains the text, and those found resemble it. */
  near: Readonly<Record<FoundNoun, boolean>>
  /** Searched phone in international notation, if no customer has it and the role may create customers. */
  newPhone: string | null
}

export const searchSchema = z.object({ q: searchField })
