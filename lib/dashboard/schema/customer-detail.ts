import type { Customer } from '@/lib/contract/customer'
import type { AuditOutcome } from './audit'
import type { ShownCharge } from './charge'
import type { ShownCustomer } from './customer'
import type { ShownLink } from './link'
import type { ObjectState } from './mirror'

/** Data of a customer's page, other than the lists with their own data routes. */
export type CustomerDetail = ObjectState & {
  customer: ShownCustomer
  phone: ShownPhone | null
  /** Creation time of the oldest mirrored approved payment; null without one. */
  first_paid_at: string | null
  /** Actions, newest first; failed ones changed nothing and are omitted. */
  acts: CustomerAction[]
}

/** One action of a member on a customer or on a charge of the customer. */
export type CustomerAction = {
  id: string
  user: { id: string; name: string } | null
  action: string
  outcome: Exclude<AuditOutcome, 'failed'>
  /** Contract names of the fields that an edit changed. */
  fields: string[]
  /** Charge of the customer that the action concerned. */
  charge: CustomerActionCharge | null
  created_at: string
}

export type CustomerActionCharge = Pick<ShownCharge, 'id' | 'way' | 'amount' | 'currency' | 'replaces'>

/** Links of one customer: payable ones first, each group newest first. */
export type CustomerLinks = { data: ShownLink[]; has_more: boolean }

/** Phone formatted for display, and in the form to dial and to copy; masked ones cannot be dialled. */
export type ShownPhone = { shown: string; dialled: string | null }

/** Contact of one customer, unmasked. */
export type RevealedContact = Pick<Customer, 'email' | 'notes'> & { phone: ShownPhone | null }
