import type { Customer } from '@/lib/contract/customer'
import type { AuditOutcome } from './audit'
import type { ShownCharge } from './charge'
import type { ShownCustomer } from './customer'
import type { ShownLink } from './link'
import type { ObjectState } from './mirror'

/** Everything that a customer's page shows beside lists with a data route of their own. */
export type CustomerDetail = ObjectState & {
  customer: ShownCustomer
  phone: ShownPhone | null
  /** Creation of the oldest approved payment that the mirror has; null without one. */
  first_paid_at: string | null
  /** Newest first; those that failed changed nothing and are left out. */
  acts: CustomerAct[]
}

/** One act of a member on a customer or on a charge of the customer. */
export type CustomerAct = {
  id: string
  user: { id: string; name: string } | null
  action: string
  outcome: Exclude<AuditOutcome, 'failed'>
  /** Names of the contract's fields that an edit changed. */
  fields: string[]
  /** The charge of the customer that it was about. */
  charge: CustomerActCharge | null
  created_at: string
}

export type CustomerActCharge = Pick<ShownCharge, 'id' | 'way' | 'amount' | 'currency' | 'replaces'>

/** Links of one customer: the payable ones first, each group newest first. */
export type CustomerLinks = { data: ShownLink[]; has_more: boolean }

/** A phone for people, and in the form to dial and to copy; masked ones cannot be dialled. */
export type ShownPhone = { shown: string; dialled: string | null }

/** The contact of one customer, unmasked. */
export type RevealedContact = Pick<Customer, 'email' | 'notes'> & { phone: ShownPhone | null }
