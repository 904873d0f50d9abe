import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { customerQuery } from '@/components/customers/queries'
import { failureToast } from '@/components/data/failure-toast'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useToast } from '@/components/ui/toast'
import type { Customer } from '@/lib/contract/customer'
import type { CustomerStatus } from '@/lib/contract/states'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { CustomerDetail, RevealedContact } from '@/lib/dashboard/schema/customer-detail'
import { customerDetail as copy } from '@/lib/messages/customer-detail'

/**
 * Returns an update that puts its response on the customer's page at once. It resolves to null if no response arrived.
 */
export function useUpdateCustomer(update: UpdateCustomerAction) {
  const client = useQueryClient()
  const account = useAccount()
  return async (input: Parameters<UpdateCustomerAction>[0]) => {
    const result = await update(input).catch(() => null)
    const { queryKey } = customerQuery(account, input.id)
    if (result?.ok)
      client.setQueryData<CustomerDetail>(queryKey, (known) => known && { ...known, customer: result.data })
    // The refetch adds the act to the page's history.
    void client.invalidateQueries({ queryKey })
    return result
  }
}

type Changes = Partial<Pick<Customer, 'name' | 'email' | 'status' | 'notes'>> & { phone?: string }

/** A server action that changes a customer and returns the host's response. */
export type UpdateCustomerAction = (input: { id: string } & Changes) => Promise<ActionResult<ShownCustomer>>

/** A server action that returns a masked contact and records its reader. */
export type RevealContact = (input: { id: string }) => Promise<ActionResult<RevealedContact>>

/** Returns an action that archives or restores at once, without a confirmation. The toast offers to undo an archive. */
export function useChangeStatus({ id, name }: ShownCustomer, update: UpdateCustomerAction) {
  const toast = useToast()
  const send = useUpdateCustomer(update)
  const isSending = useRef(false)

  async function change(status: CustomerStatus): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    const result = await send({ id, status })
    isSending.current = false
    const about = `customer-status:${id}`
    if (!result?.ok) {
      const retry = () => void change(status)
      return toast({ about, ...failureToast(result, { what: copy.notChanged[status], retry }) })
    }
    const undo = { label: copy.undo, onSelect: () => void change('ACTIVE') }
    toast({
      about,
      message: copy.changed[status](name),
      ...(status === 'ARCHIVED' ? { action: undo } : {}),
    })
  }
  return change
}
