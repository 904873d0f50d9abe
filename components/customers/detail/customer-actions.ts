import type { Customer } from '@/lib/contract/customer'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { RevealedContact } from '@/lib/dashboard/schema/customer-detail'

type Changes = Partial<Pick<Customer, 'name' | 'email' | 'status' | 'notes'>> & { phone?: string }

/** A server action that changes a customer and returns the host's response. */
export type UpdateCustomerAction = (input: { id: string } & Changes) => Promise<ActionResult<ShownCustomer>>

/** A server action that returns a masked contact and records its reader. */
export type RevealContact = (input: { id: string }) => Promise<ActionResult<RevealedContact>>
